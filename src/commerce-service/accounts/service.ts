import type { Transaction } from '../../database/index.ts';
import { hashCredential, matchesHash } from '../api-keys/credentials.ts';
import { type AccountAuthor, audited, CONFIGURATION, type DeedName } from '../audited.ts';
import { newId } from '../ids.ts';
import { accessQueue } from '../scheduled-work.ts';
import type { Service } from '../service.ts';
import { type Account, type AccountChange, type Company, toAccount, toCompany } from './schema.ts';

/** Handle of the account, API key and webhook that the operator's configuration creates, to find them again. */
export const OPERATOR = 'operator';

/** Matches what the operator's configuration has created. */
export const OPERATORS_OWN = { handle: OPERATOR, account: { handle: OPERATOR } };

/** An authenticated API client, and the scopes of its key. */
export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
  readonly scopes: readonly string[];
  /** Time at which the key expires; null if it never does. */
  readonly expiresAt: Date | null;
  /** Whether this is the key from the operator's configuration. */
  readonly isOperator: boolean;
}

/** Minimum time between two updates of a key's `lastUsedAt`, in milliseconds. Avoids a write with every request. */
const USE_NOTED = 60_000;

/** Finds the account of an API key and records the key's use; undefined for an unknown, revoked or expired key. */
export async function findCaller(
  { prisma, clock, operatorCredentials = [] }: Pick<Service, 'prisma' | 'clock' | 'operatorCredentials'>,
  apiKey: string,
): Promise<Caller | undefined> {
  const hash = hashCredential(apiKey);
  const isOperators = operatorCredentials.some((credentials) => matchesHash(credentials.apiKey, hash));
  const found = await prisma.apiKey.findFirst({ where: isOperators ? OPERATORS_OWN : { hash } });
  const now = clock.now();
  if (!found || found.revokedAt !== null || (found.expiresAt && found.expiresAt <= now)) return undefined;
  const { id: keyId, accountId, scopes, expiresAt, lastUsedAt, handle } = found;
  const before = new Date(now.getTime() - USE_NOTED);
  if (lastUsedAt === null || lastUsedAt <= before)
    await prisma.apiKey.updateMany({
      where: { id: keyId, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: before } }] },
      data: { lastUsedAt: now },
    });
  return { accountId, keyId, scopes, expiresAt, isOperator: handle === OPERATOR };
}

/** Creates the operator's account and API key, or updates the key. Idempotent, and safe to run concurrently. */
export async function ensureAccount(service: Service, apiKey: string): Promise<string> {
  const { prisma, clock } = service;
  const createdAt = clock.now();
  const { id: accountId } = await prisma.account.upsert({
    where: { handle: OPERATOR },
    create: { id: newId(clock, 'account'), handle: OPERATOR, createdAt },
    update: { handle: OPERATOR },
  });
  await audited(
    service,
    CONFIGURATION,
    (transaction) => ensureKey(service, transaction, accountId, apiKey),
    (done) => done && { action: done.action, object: { type: 'api_key', id: done.id } },
  );
  return accountId;
}

/** @returns the change; undefined if the key was up to date */
async function ensureKey(
  { clock }: Service,
  transaction: Transaction,
  accountId: string,
  apiKey: string,
): Promise<{ readonly action: DeedName; readonly id: string } | undefined> {
  const key = { accountId, handle: OPERATOR };
  const hash = hashCredential(apiKey);
  const id = newId(clock, 'apiKey');
  const data = { ...key, id, hash, name: 'Operator', scopes: ['read', 'write'], createdAt: clock.now() };
  const { count } = await transaction.apiKey.createMany({ data, skipDuplicates: true });
  if (count === 1) return { action: 'api key created', id };
  const [replaced] = await transaction.apiKey.updateManyAndReturn({
    where: { ...key, hash: { not: hash } },
    data: { hash },
  });
  return replaced && { action: 'api key replaced', id: replaced.id };
}

export const retrieveAccount = async ({ prisma }: Service, id: string): Promise<Account> =>
  toAccount(await prisma.account.findUniqueOrThrow({ where: { id } }));

export const retrieveCompany = async ({ prisma, publicUrl }: Service, id: string): Promise<Company> =>
  toCompany(await prisma.account.findUniqueOrThrow({ where: { id } }), publicUrl);

/** Changes the given settings. In the same transaction, queues the job that adapts past-due memberships to them. */
export const updateAccount = (
  service: Service,
  by: AccountAuthor,
  { access_while_past_due: pastDueIsValid }: AccountChange,
): Promise<Account> => {
  const data = pastDueIsValid === undefined ? {} : { pastDueIsValid };
  return audited(
    service,
    by,
    async (transaction) => {
      const row = await transaction.account.update({ where: { id: by.accountId }, data });
      await service.send(accessQueue, {}, { transaction, key: accessQueue.name });
      return toAccount(row);
    },
    ({ id }) => ({ action: 'account updated', object: { type: 'account', id }, details: data }),
  );
};
