import type { Prisma, Transaction } from '../database/index.ts';
import { newId } from './ids.ts';
import type { Service } from './service.ts';

export type UserRow = Prisma.UserGetPayload<object>;

/**
 * The account's user with this e-mail address, created when new, and locked until the transaction ends: what
 * one person does at the same time happens one after the other. A known user's name stays as it is, since an
 * address alone proves nothing.
 */
export async function ensureUser(
  { clock }: Service,
  transaction: Transaction,
  accountId: string,
  buyer: { readonly email: string; readonly username?: string },
): Promise<UserRow> {
  const key = { accountId, email: buyer.email.toLowerCase() };
  return transaction.user.upsert({
    where: { accountId_email: key },
    create: {
      ...key,
      id: newId(clock, 'user'),
      username: buyer.username ?? null,
      createdAt: clock.now(),
    },
    update: { email: key.email },
  });
}
