import type { Transaction } from '../../database/index.ts';
import { hashCredential, newCredential } from '../api-keys/credentials.ts';
import { type Author, audited } from '../audited.ts';
import type { UserRow } from '../customers/users.ts';
import type { Service } from '../service.ts';
import { knownScopes, type Scope } from './client-schema.ts';
import type { Client } from './clients.ts';

/** Lifetimes of access and refresh tokens, in seconds. */
const ACCESS_LIFETIME = 60 * 60;
const REFRESH_LIFETIME = 30 * 24 * 60 * 60;

const later = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000);

export interface Tokens {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Lifetime of the access token in seconds. */
  readonly expires_in: number;
  readonly refresh_token: string;
  /** Scopes of the access token, separated by spaces. */
  readonly scope: string;
}

/**
 * Creates an access and a refresh token for a grant. Only their hashes are stored.
 * @param scopes scopes of the access token
 * @param granted scopes that the refresh token can request: all that the buyer granted (RFC 6749, 6)
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

/** A requesting application as the author of a change, with its IP address. */
export interface ClientAuthor extends Author {
  readonly client: Client;
}

export const clientAuthor = (client: Client, address: string): ClientAuthor => ({
  client,
  actor: { kind: 'application', id: client.id },
  address,
});

export const grantOf = (id: string) => ({ type: 'grant', id });

/** Revokes a grant with all of its tokens, after its code or one of its tokens was used twice. Idempotent. */
export async function revokeGrant(service: Service, by: ClientAuthor, id: string): Promise<void> {
  const deed = { action: 'grant revoked', object: grantOf(id), details: { reason: 'used twice' } } as const;
  await audited(
    service,
    by,
    (transaction) => endGrant(service, transaction, id),
    (isEnded) => (isEnded ? deed : undefined),
  );
}

/** @returns whether the grant was still active */
async function endGrant({ clock }: Service, transaction: Transaction, id: string): Promise<boolean> {
  const data = { revokedAt: clock.now() };
  const { count } = await transaction.oAuthGrant.updateMany({ where: { id, revokedAt: null }, data });
  return count > 0;
}

/**
 * Revokes a token: an access token alone, a refresh token with its whole grant. Ignores unknown tokens and those of
 * other applications.
 */
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

/** The buyer that an access token acts for, and the application that uses it. */
export interface Bearer {
  /** The application's id, which can differ from its OAuth `client_id`. */
  readonly clientId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly user: UserRow;
  readonly scopes: readonly Scope[];
}

/** Finds the buyer and the application of an access token; undefined unless the token is valid. */
export async function findBearer({ prisma, clock }: Service, token: string): Promise<Bearer | undefined> {
  const found = await prisma.oAuthToken.findUnique({
    where: { hash: hashCredential(token) },
    include: { grant: { include: { user: true } } },
  });
  if (found?.kind !== 'access' || found.expiresAt <= clock.now() || found.grant.revokedAt) return undefined;
  const { user, clientId } = found.grant;
  return { clientId, accountId: user.accountId, userId: user.id, user, scopes: knownScopes(found.scopes) };
}
