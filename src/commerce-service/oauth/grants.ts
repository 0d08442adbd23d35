import type { Prisma, Transaction } from '../../database/index.ts';
import { errorCode } from '../../errors.ts';
import type { Text } from '../../i18n/index.ts';
import { challengeOf } from '../../oauth.ts';
import { isSameSecret } from '../../same-secret.ts';
import { Refusal } from '../api/refusal.ts';
import { hashCredential, newCredential } from '../api-keys/credentials.ts';
import { type Author, audited } from '../audited.ts';
import { lockUsers } from '../customers/users.ts';
import { limitAction } from '../daily-limits.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { knownScopes, SCOPE_NAMES, type Scope } from './client-schema.ts';
import { OAuthError } from './oauth-error.ts';
import { findSignedIn } from './sessions.ts';
import { type ClientAuthor, grantOf, issue, revokeGrant, type Tokens } from './tokens.ts';

/** A buyer who consents, by a session and what that rests on. */
interface Consenting {
  readonly userId: string;
  readonly address: string;
  readonly proof: string;
  readonly session: string;
}

/** Lifetime of an authorization code, in milliseconds. */
const CODE_LIFETIME = 5 * 60 * 1000;

/**
 * Stores a buyer's consent. A consent that repeats a standing one isn't recorded again in the audit log.
 * @returns the authorization code, which can be exchanged once, within five minutes
 * @throws Refusal if the session has ended, the application has been deleted, or the buyer has consented too often
 */
export async function createGrant(
  service: Service,
  { session, ...buyer }: Consenting,
  { client, scopes, redirectUri, codeChallenge }: AuthorizationRequest,
): Promise<string> {
  const { clock } = service;
  const { userId, proof } = buyer;
  const by: Author = { ...buyer, actor: { kind: 'customer', id: userId } };
  const now = clock.now();
  const code = newCredential('code');
  const data = {
    id: newId(clock, 'grant'),
    clientId: client.id,
    userId,
    scopes: [...scopes],
    codeHash: hashCredential(code),
    redirectUri,
    codeChallenge: codeChallenge ?? null,
    codeExpiresAt: new Date(now.getTime() + CODE_LIFETIME),
    createdAt: now,
    proof,
  };
  try {
    await audited(
      service,
      by,
      async (transaction) => {
        await lockUsers(transaction, [userId]);
        // The session may have ended since it was read, or the buyer proven more than it does.
        const still = await findSignedIn({ prisma: transaction, clock }, client.accountId, session);
        if (still?.user.id !== userId || still.proof !== proof)
          throw new Refusal('forbidden', ({ refusals }) => refusals.signedOut);
        const outcome: Text = ({ refusals }) => refusals.noAccess(client.name);
        const count = { action: 'allow application', subject: `${userId} ${client.id}`, outcome } as const;
        await limitAction(service, transaction, count);
        const isKnown = await hasConsented(transaction, data);
        await transaction.oAuthGrant.create({ data });
        return isKnown;
      },
      (isKnown) =>
        isKnown
          ? undefined
          : {
              action: 'application allowed',
              object: { type: 'oauth_client', id: client.id },
              details: { grant: data.id, scopes: data.scopes },
            },
    );
  } catch (error) {
    if (errorCode(error) !== 'P2003') throw error;
    throw new Refusal('invalid', ({ refusals }) => refusals.applicationGone);
  }
  return code;
}

/** Reports whether a grant of the same user to the same application, with the same scopes, hasn't been revoked. */
async function hasConsented(
  transaction: Transaction,
  { userId, clientId, scopes }: Pick<Prisma.OAuthGrantGetPayload<object>, 'userId' | 'clientId' | 'scopes'>,
): Promise<boolean> {
  const others = SCOPE_NAMES.filter((name) => !scopes.includes(name));
  const isSame = { scopes: { hasEvery: scopes }, NOT: { scopes: { hasSome: others } } };
  const standing = await transaction.oAuthGrant.findFirst({
    where: { userId, clientId, revokedAt: null, ...isSame },
  });
  return standing !== null;
}

export interface CodeExchange {
  readonly code: string;
  readonly redirect_uri: string;
  readonly code_verifier?: string;
}

/**
 * Exchanges a code for tokens. A code that is used twice may have leaked, so every token issued for it is revoked (RFC
 * 6749, 4.1.2). The same happens to a client that retries after a crash of this process lost the response: it must ask
 * the buyer for consent again.
 * @throws OAuthError `invalid_grant`
 */
export async function exchangeCode(service: Service, by: ClientAuthor, input: CodeExchange): Promise<Tokens> {
  const { prisma, clock } = service;
  const grant = await prisma.oAuthGrant.findUnique({ where: { codeHash: hashCredential(input.code) } });
  if (!grant || grant.clientId !== by.client.id)
    throw new OAuthError('invalid_grant', 'code was not issued to this application.');
  if (grant.redirectUri !== input.redirect_uri)
    throw new OAuthError('invalid_grant', 'redirect_uri must be the same as in the authorization request.');
  if (!provesPossession(grant.codeChallenge, input.code_verifier))
    throw new OAuthError('invalid_grant', 'code_verifier does not match the code_challenge.');
  const { id, userId } = grant;
  const scopes = knownScopes(grant.scopes);
  const exchange = async (transaction: Transaction): Promise<Tokens | undefined> => {
    const now = clock.now();
    const { count } = await transaction.oAuthGrant.updateMany({
      where: { id, codeUsedAt: null, revokedAt: null, codeExpiresAt: { gt: now } },
      data: { codeUsedAt: now },
    });
    return count === 1 ? issue(service, transaction, id, scopes) : undefined;
  };
  const deed = { action: 'tokens issued', object: grantOf(id), details: { user: userId, scopes } } as const;
  const tokens = await audited(service, by, exchange, (issued) => issued && deed);
  if (tokens) return tokens;
  // Either used before or too late. An expired, unused code has no tokens, so revoking its grant does no harm.
  await revokeGrant(service, by, id);
  throw new OAuthError('invalid_grant', 'code has expired or was already used.');
}

/**
 * Checks PKCE: the client that exchanges the code must be the one that requested it. A verifier without a challenge
 * indicates a downgrade attack and is refused.
 */
function provesPossession(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined;
  return isSameSecret(challengeOf(verifier), challenge);
}

/**
 * Exchanges a refresh token for new tokens, which invalidates it. A refresh token that is used twice may have been
 * stolen, so every token of the grant is revoked (RFC 9700, 4.14.2).
 * @throws OAuthError `invalid_grant`; `invalid_scope` if the request exceeds the buyer's consent
 */
export async function refresh(
  service: Service,
  by: ClientAuthor,
  input: { readonly refresh_token: string; readonly scope?: string },
): Promise<Tokens> {
  const { prisma, clock } = service;
  const hash = hashCredential(input.refresh_token);
  const token = await prisma.oAuthToken.findUnique({ where: { hash }, include: { grant: true } });
  if (token?.kind !== 'refresh' || token.grant.clientId !== by.client.id || token.grant.revokedAt !== null)
    throw new OAuthError('invalid_grant', 'refresh_token is unknown or was revoked.');
  const granted = knownScopes(token.scopes);
  const scopes = narrow(granted, input.scope);
  const { grantId: id, grant } = token;
  const renew = async (transaction: Transaction): Promise<Tokens | undefined> => {
    const now = clock.now();
    const { count } = await transaction.oAuthToken.updateMany({
      where: { hash, usedAt: null, expiresAt: { gt: now }, grant: { revokedAt: null } },
      data: { usedAt: now },
    });
    return count === 1 ? issue(service, transaction, id, scopes, granted) : undefined;
  };
  const details = { user: grant.userId, scopes };
  const deed = { action: 'tokens refreshed', object: grantOf(id), details } as const;
  const tokens = await audited(service, by, renew, (issued) => issued && deed);
  if (tokens) return tokens;
  await revokeGrant(service, by, id);
  throw new OAuthError('invalid_grant', 'refresh_token has expired or was already used.');
}

/**
 * Returns the requested part of the granted scopes; all of them if the request names none (RFC 6749, 6).
 * @throws OAuthError `invalid_scope`
 */
function narrow(granted: readonly Scope[], scope: string | undefined): readonly Scope[] {
  const asked = scope?.split(/\s+/).filter((name) => name !== '') ?? [];
  if (asked.some((name) => !granted.some((one) => one === name)))
    throw new OAuthError(
      'invalid_scope',
      `scope may only contain what the buyer agreed to: ${granted.join(' ')}.`,
    );
  return asked.length === 0 ? granted : knownScopes(asked);
}
