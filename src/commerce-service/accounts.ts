import type { Transaction } from '../database/index.ts';
import { type AccountAuthor, audited, CONFIGURATION, type DeedName } from './audited.ts';
import { hashCredential } from './credentials.ts';
import { newId } from './ids.ts';
import { accessQueue } from './queues.ts';
import { type Account, type AccountChange, type Company, toAccount, toCompany } from './resources/account.ts';
import type { Service } from './service.ts';

/** What the operator's own set-up calls its account, key and endpoint, to find them again. */
export const OPERATOR = 'operator';

/** Who is asking, and what its key may do. */
export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
  readonly scopes: readonly string[];
  /** When its key ends by itself; null: never. */
  readonly expiresAt: Date | null;
  /** Whether the key is the one that the operator's own set-up uses. */
  readonly isOperator: boolean;
}

/** How long the use of a key isn't noted again, in milliseconds: it would be a write with every request. */
const USE_NOTED = 60_000;

/** The account that belongs to this API key, or undefined when it is nobody's, or no longer good. Notes its use. */
export async function findCaller({ prisma, clock }: Service, apiKey: string): Promise<Caller | undefined> {
  const found = await prisma.apiKey.findUnique({ where: { hash: hashCredential(apiKey) } });
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

/**
 * Makes sure that the operator's account is there, with this key. A changed key replaces the one before.
 * Safe to run twice, also at the same time.
 * @returns the account's id
 */
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

/** @returns what was done; undefined where the key was there already */
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

/**
 * Changes the account's settings: what is named. The memberships that are past due follow in the background,
 * called in the same transaction.
 */
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
