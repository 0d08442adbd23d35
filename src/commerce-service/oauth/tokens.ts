import type { Transaction } from '../../database/index.ts';
import { hashCredential, newCredential } from '../api-keys/credentials.ts';
import { type Author, audited } from '../audited.ts';
import type { UserRow } from '../customers/users.ts';
import type { Service } from '../service.ts';
import type { Client } from './clients.ts';
import { knownScopes, type Scope } from './scopes.ts';

/** How long an access token and a refresh token are good, in seconds. */
const ACCESS_LIFETIME = 60 * 60;
const REFRESH_LIFETIME = 30 * 24 * 60 * 60;

const later = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000);

/** What the token endpoint answers. */
export interface Tokens {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly refresh_token: string;
  /** What the access token opens, separated by spaces. */
  readonly scope: string;
}

/**
 * Makes a pair of tokens for a grant. Only their hashes stay here.
 * @param scopes what the access token opens
 * @param granted what the refresh token can ask for: all that the buyer agreed to (RFC 6749, 6)
 */
export async function issue(
  { clock }: Service,
  transaction: Transaction,
  grantId: string,
  scopes: readonly Scope[],
  granted: readonly Scope[] = scopes,
): Promise<Tokens> {
  const now = clock.now();
  const access_token = newCredential('access');
  const refresh_token = newCredential('refresh');
  await transaction.oAuthToken.createMany({
    data: [
      {
        hash: hashCredential(access_token),
        grantId,
        kind: 'access',
        scopes: [...scopes],
        expiresAt: later(now, ACCESS_LIFETIME),
      },
      {
        hash: hashCredential(refresh_token),
        grantId,
        kind: 'refresh',
        scopes: [...granted],
        expiresAt: later(now, REFRESH_LIFETIME),
      },
    ],
  });
  const scope = scopes.join(' ');
  return { access_token, token_type: 'Bearer', expires_in: ACCESS_LIFETIME, refresh_token, scope };
}

/** An application that asks, and from where. */
export interface ClientAuthor extends Author {
  readonly client: Client;
}

export const clientAuthor = (client: Client, address: string): ClientAuthor => ({
  client,
  actor: { kind: 'application', id: client.id },
  address,
});

/** What is done to a grant, as the audit log has it. */
export const grantOf = (id: string) => ({ type: 'grant', id });

/** Ends a grant and every token of it, as a code or token of it came twice. Doing it again changes nothing. */
export async function revokeGrant(service: Service, by: ClientAuthor, id: string): Promise<void> {
  const deed = { action: 'grant revoked', object: grantOf(id), details: { reason: 'used twice' } } as const;
  await audited(
    service,
    by,
    (transaction) => endGrant(service, transaction, id),
    (isEnded) => (isEnded ? deed : undefined),
  );
}

/** @returns whether it was there still */
async function endGrant({ clock }: Service, transaction: Transaction, id: string): Promise<boolean> {
  const data = { revokedAt: clock.now() };
  const { count } = await transaction.oAuthGrant.updateMany({ where: { id, revokedAt: null }, data });
  return count > 0;
}

/** Ends a token: an access token alone, a refresh token with all of its grant. Unknown ones are gone already. */
export async function revokeToken(service: Service, by: ClientAuthor, token: string): Promise<void> {
  const { prisma, clock } = service;
  const hash = hashCredential(token);
  const found = await prisma.oAuthToken.findUnique({ where: { hash }, include: { grant: true } });
  if (found?.grant.clientId !== by.client.id) return;
  const { grantId, kind } = found;
  await audited(
    service,
    by,
    async (transaction) => {
      if (kind === 'refresh') await endGrant(service, transaction, grantId);
      else await transaction.oAuthToken.updateMany({ where: { hash }, data: { expiresAt: clock.now() } });
    },
    () => ({ action: 'token revoked', object: grantOf(grantId), details: { kind } }),
  );
}

/** On whose behalf a request with an access token is made. */
export interface Bearer {
  /** The application that asks. */
  readonly clientId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly user: UserRow;
  readonly scopes: readonly Scope[];
}

/** Who an access token speaks for, or undefined when it is not good, or no longer. */
export async function findBearer({ prisma, clock }: Service, token: string): Promise<Bearer | undefined> {
  const found = await prisma.oAuthToken.findUnique({
    where: { hash: hashCredential(token) },
    include: { grant: { include: { user: true } } },
  });
  if (found?.kind !== 'access' || found.expiresAt <= clock.now() || found.grant.revokedAt) return undefined;
  const { user, clientId } = found.grant;
  return { clientId, accountId: user.accountId, userId: user.id, user, scopes: knownScopes(found.scopes) };
}
