import { type Caller, OPERATOR } from '../accounts/service.ts';
import { listOf, type PageRequest, pageOf, readPage } from '../api/pagination.ts';
import { Refusal } from '../api/refusal.ts';
import { type AccountAuthor, audited } from '../audited.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import { hashCredential, newCredential } from './credentials.ts';
import { type ApiKey, type ApiKeyScope, holdsScope, toApiKey } from './schema.ts';

export interface NewApiKey {
  readonly name: string;
  readonly scopes: readonly ApiKeyScope[];
  /** In seconds since the Unix epoch. */
  readonly expires_at?: number;
}

/**
 * Creates an API key. Only its hash is stored, so no other response contains the secret. Without an expiry of its own,
 * the key expires with its creator's key.
 * @throws Refusal 403 if the new key would have a scope that its creator lacks, or would outlive it; 400 if the expiry
 *   is not in the future
 */
export async function createApiKey(
  service: Service,
  caller: Caller & AccountAuthor,
  { name, scopes, expires_at }: NewApiKey,
): Promise<ApiKey & { readonly secret: string }> {
  const { clock } = service;
  const beyond = scopes.find((scope) => !holdsScope(caller.scopes, scope));
  if (beyond !== undefined)
    throw new Refusal('forbidden', `scopes can't include "${beyond}", because this API key lacks it.`);
  const expiresAt = expires_at === undefined ? caller.expiresAt : new Date(expires_at * 1000);
  if (expiresAt && expiresAt <= clock.now())
    throw new Refusal('invalid', 'expires_at must be in the future.');
  if (expiresAt && caller.expiresAt && expiresAt > caller.expiresAt)
    throw new Refusal('forbidden', `expires_at can't be later than the expires_at of this API key.`);
  const secret = newCredential('key');
  const data = {
    ...{ id: newId(clock, 'apiKey'), accountId: caller.accountId, name, hash: hashCredential(secret) },
    ...{ scopes: [...new Set(scopes)], createdAt: clock.now(), expiresAt },
  };
  const row = await audited(
    service,
    caller,
    (transaction) => transaction.apiKey.create({ data }),
    ({ id }) => ({
      action: 'api key created',
      object: { type: 'api_key', id },
      details: { name, scopes: data.scopes, expires_at: expiresAt?.toISOString() ?? null },
    }),
  );
  return { ...toApiKey(row), secret };
}

/** Lists an account's keys, newest first, revoked ones included. */
export async function listApiKeys({ prisma }: Service, accountId: string, page: PageRequest) {
  const where = { accountId };
  const [count, rows] = await readPage(
    page,
    () => prisma.apiKey.findMany({ where, ...pageOf(page) }),
    () => prisma.apiKey.count({ where }),
  );
  return listOf(page, count, rows.map(toApiKey));
}

/** Revokes a key immediately and permanently, except for the operator's own (409). Idempotent. */
export const revokeApiKey = (service: Service, by: AccountAuthor, id: string): Promise<ApiKey> =>
  audited(
    service,
    by,
    async (transaction) => {
      const where = { accountId: by.accountId, id };
      const key = await transaction.apiKey.findFirst({ where });
      if (!key) throw new Refusal('not found', `There is no API key ${id}.`);
      if (key.handle === OPERATOR)
        throw new Refusal(
          'conflict',
          'This key is defined in the configuration of the service. Change it there.',
        );
      const data = { revokedAt: service.clock.now() };
      await transaction.apiKey.updateMany({ where: { ...where, revokedAt: null }, data });
      return toApiKey(await transaction.apiKey.findUniqueOrThrow({ where: { id } }));
    },
    () => ({ action: 'api key revoked', object: { type: 'api_key', id } }),
  );
