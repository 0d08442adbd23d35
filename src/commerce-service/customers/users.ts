import { Prisma, type Transaction } from '../../database/index.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';

export type UserRow = Prisma.UserGetPayload<object>;

/** Returns a user's address, proven or only typed. */
export const emailOf = ({ email, typedEmail }: Pick<UserRow, 'email' | 'typedEmail'>): string =>
  typedEmail ?? email;

export const isEmailProven = ({ emailProvenAt }: Pick<UserRow, 'emailProvenAt'>): boolean =>
  emailProvenAt !== null;

/** Reports whether an address or a chat account is proven. Other users only stand for the buyer of a purchase. */
export const isProven = (user: Pick<UserRow, 'emailProvenAt' | 'chatProvenAt'>): boolean =>
  isEmailProven(user) || user.chatProvenAt !== null;

/** Matches users with this address, proven or typed, in a form that the indexes support. */
export const withEmail = (accountId: string, email: string): Prisma.UserWhereInput => ({
  accountId,
  OR: [{ email: email.toLowerCase() }, { typedEmail: email.toLowerCase() }],
});

/** Creates a user from unproven input, apart from all others, since the address may be another person's. */
export async function createTypedUser(
  { clock }: Service,
  transaction: Transaction,
  accountId: string,
  { email, username }: { readonly email: string; readonly username?: string },
): Promise<UserRow> {
  const id = newId(clock, 'user');
  return transaction.user.create({
    data: {
      id,
      accountId,
      email: id,
      typedEmail: email.toLowerCase(),
      username: username ?? null,
      createdAt: clock.now(),
    },
  });
}

/** Locks users until the transaction ends, in a fixed order, so that concurrent transactions can't deadlock. */
export const lockUsers = (transaction: Transaction, ids: readonly string[]): Promise<unknown> =>
  lockAll(
    transaction,
    [...new Set(ids)].sort().map((id) => `user ${id}`),
  );

/** Takes the advisory lock with this name until the transaction ends. */
export const lock = (transaction: Transaction, name: string): Promise<unknown> =>
  lockAll(transaction, [name]);

/** Takes the locks one by one in the order of the names, in one statement. */
const lockAll = (transaction: Transaction, names: readonly string[]): Promise<unknown> =>
  transaction.$queryRaw(
    Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(name, 0))::text FROM unnest(${names}::text[]) AS name`,
  );
