import { hashCredential } from './credentials.ts';
import { newId } from './ids.ts';
import { accessQueue } from './queues.ts';
import { type Account, type AccountChange, toAccount } from './resources/account.ts';
import type { Service } from './service.ts';
import { inTransaction } from './transaction.ts';

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
export async function ensureAccount({ prisma, clock }: Service, apiKey: string): Promise<string> {
  const createdAt = clock.now();
  const { id: accountId } = await prisma.account.upsert({
    where: { handle: OPERATOR },
    create: { id: newId(clock, 'account'), handle: OPERATOR, createdAt },
    update: { handle: OPERATOR },
  });
  const hash = hashCredential(apiKey);
  const id = newId(clock, 'apiKey');
  await prisma.apiKey.upsert({
    where: { accountId_handle: { accountId, handle: OPERATOR } },
    create: { id, accountId, handle: OPERATOR, name: 'Operator', hash, scopes: ['read', 'write'], createdAt },
    update: { hash },
  });
  return accountId;
}

export const retrieveAccount = async ({ prisma }: Service, id: string): Promise<Account> =>
  toAccount(await prisma.account.findUniqueOrThrow({ where: { id } }));

/**
 * Changes the account's settings: what is named. The memberships that are past due follow in the background,
 * called in the same transaction.
 */
export const updateAccount = (
  service: Service,
  id: string,
  { access_while_past_due: pastDueIsValid }: AccountChange,
): Promise<Account> =>
  inTransaction(service, async (transaction) => {
    const data = pastDueIsValid === undefined ? {} : { pastDueIsValid };
    const row = await transaction.account.update({ where: { id }, data });
    await service.send(accessQueue, {}, { transaction, key: accessQueue.name });
    return toAccount(row);
  });
