import type { Transaction } from '../../database/index.ts';
import { type Caller, OPERATOR } from '../accounts/service.ts';
import { listOf, type PageRequest, pageOf, readPage } from '../api/pagination.ts';
import { Refusal } from '../api/refusal.ts';
import { type AccountAuthor, audited, type Deed } from '../audited.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import { hashCredential, newCredential } from './credentials.ts';
import { type ApiKey, type ApiKeyScope, holdsScope, type RevokedApiKey, toApiKey } from './schema.ts';

/** Most valid keys of an account: revoking one must not take too long, however many others it was used to create. */
const MAX_KEYS = 1_000;

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
 *   is not in the future; 401 if the creator has just been revoked; 409 if the account has too many keys
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
    id: newId(clock, 'apiKey'),
    accountId: caller.accountId,
    name,
    hash: hashCredential(secret),
    scopes: [...new Set(scopes)],
    createdAt: clock.now(),
    createdBy: caller.keyId,
    expiresAt,
  };
  const row = await audited(
    service,
    caller,
    async (transaction) => {
      await lockKeys(transaction, caller.accountId);
      await requireValid(transaction, caller.keyId);
      await requireFewKeys(transaction, caller.accountId, clock.now());
      return transaction.apiKey.create({ data });
    },
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

/**
 * Revokes a key immediately and permanently, with all keys that it has created, directly or not. Idempotent.
 * @throws Refusal 409 for the operator's own key
 */
export async function revokeApiKey(service: Service, by: AccountAuthor, id: string): Promise<RevokedApiKey> {
  const { key, also_revoked } = await audited(
    service,
    by,
    async (transaction) => {
      await lockKeys(transaction, by.accountId);
      const found = await transaction.apiKey.findFirst({ where: { accountId: by.accountId, id } });
      if (!found) throw new Refusal('not found', `There is no API key ${id}.`);
      if (found.handle === OPERATOR)
        throw new Refusal(
          'conflict',
          'This key is defined in the configuration of the service. Change it there.',
        );
      const revoked = await revokeWithCreated(transaction, id, service.clock.now());
      const row = await transaction.apiKey.findUniqueOrThrow({ where: { id } });
      const also_revoked = revoked.filter((one) => one !== id);
      return { key: toApiKey(row), isRevokedNow: revoked.includes(id), also_revoked };
    },
    ({ isRevokedNow, also_revoked: others }) => [
      ...(isRevokedNow ? [revocationOf(id)] : []),
      ...others.map((other) => ({ ...revocationOf(other), details: { revoked_with: id } })),
    ],
  );
  return { ...key, also_revoked };
}

const revocationOf = (id: string): Deed => ({
  action: 'api key revoked',
  object: { type: 'api_key', id },
});

/** Lets only one transaction at a time create or revoke keys, so that none is created with one being revoked. */
const lockKeys = (transaction: Transaction, accountId: string) =>
  transaction.$queryRaw`SELECT id FROM commerce.accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;

/** @throws Refusal 401 if the key was revoked after the request was authenticated */
async function requireValid(transaction: Transaction, id: string): Promise<void> {
  const valid = await transaction.apiKey.count({ where: { id, revokedAt: null } });
  if (valid === 0) throw new Refusal('unauthorized', 'This API key was revoked.');
}

async function requireFewKeys(transaction: Transaction, accountId: string, now: Date): Promise<void> {
  const isValid = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  const count = await transaction.apiKey.count({ where: { accountId, ...isValid } });
  if (count >= MAX_KEYS)
    throw new Refusal('conflict', `An account can have ${MAX_KEYS} valid API keys. Revoke those not in use.`);
}

/** @returns the ids of the keys that weren't revoked before, oldest first */
async function revokeWithCreated(transaction: Transaction, id: string, now: Date): Promise<string[]> {
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    WITH RECURSIVE created AS (
      SELECT ${id}::text AS id
      UNION SELECT k.id FROM commerce.api_keys k JOIN created c ON k.created_by = c.id
    )
    UPDATE commerce.api_keys SET revoked_at = ${now}
    WHERE id IN (SELECT id FROM created) AND revoked_at IS NULL RETURNING id`;
  return rows.map((row) => row.id).sort();
}
