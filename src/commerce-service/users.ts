import type { Transaction } from '../database/index.ts';
import { newId } from './ids.ts';
import type { Service } from './service.ts';

/**
 * The account's user with this e-mail address, created when new, and locked until the transaction ends: what
 * one person does at the same time happens one after the other. A known user's name stays as it is, since an
 * address alone proves nothing.
 * @returns the user's id
 */
export async function ensureUser(
  { clock }: Service,
  transaction: Transaction,
  accountId: string,
  buyer: { readonly email: string; readonly username?: string },
): Promise<string> {
  const key = { accountId, email: buyer.email.toLowerCase() };
  const { id } = await transaction.user.upsert({
    where: { accountId_email: key },
    create: {
      ...key,
      id: newId(clock, 'user'),
      username: buyer.username ?? null,
      createdAt: clock.now(),
    },
    update: { email: key.email },
  });
  return id;
}
