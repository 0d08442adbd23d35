import { createHash, timingSafeEqual } from 'node:crypto';
import { newId } from './ids.ts';
import type { Service } from './service.ts';

/** What the operator's own set-up calls its account, key and endpoint, to find them again. */
export const OPERATOR = 'operator';

/** Who is asking, and what its key may do. */
export interface Caller {
  readonly accountId: string;
  readonly scopes: readonly string[];
}

/** The account that belongs to this API key, or undefined when nobody's key it is. */
export async function findCaller({ prisma }: Service, apiKey: string): Promise<Caller | undefined> {
  const hash = hashKey(apiKey);
  const found = await prisma.apiKey.findUnique({ where: { hash } });
  if (!found || !timingSafeEqual(Buffer.from(found.hash), Buffer.from(hash))) return undefined;
  return { accountId: found.accountId, scopes: found.scopes };
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
  const hash = hashKey(apiKey);
  const id = newId(clock, 'apiKey');
  await prisma.apiKey.upsert({
    where: { accountId_handle: { accountId, handle: OPERATOR } },
    create: { id, accountId, handle: OPERATOR, hash, scopes: ['read', 'write'], createdAt },
    update: { hash },
  });
  return accountId;
}

/** Keys are long and random, so a plain hash is enough: there is no dictionary to try. */
const hashKey = (apiKey: string): string => createHash('sha256').update(apiKey).digest('hex');
