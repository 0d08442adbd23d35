import type { Prisma, Transaction } from '../database/index.ts';
import { newId } from './ids.ts';
import type { Service } from './service.ts';

export type UserRow = Prisma.UserGetPayload<object>;

/** A user's address, proven or only typed. */
export const emailOf = ({ email, typedEmail }: Pick<UserRow, 'email' | 'typedEmail'>): string =>
  typedEmail ?? email;

/** Whether somebody has shown that they read this address. */
export const isEmailProven = ({ emailProvenAt }: Pick<UserRow, 'emailProvenAt'>): boolean =>
  emailProvenAt !== null;

/** Whether this is a person, who has proven their address or their chat account; else it is whoever bought something. */
export const isProven = (user: Pick<UserRow, 'emailProvenAt' | 'chatProvenAt'>): boolean =>
  isEmailProven(user) || user.chatProvenAt !== null;

/** Users with this address, proven or typed; as indexes find them. */
export const withEmail = (accountId: string, email: string): Prisma.UserWhereInput => ({
  accountId,
  OR: [{ email: email.toLowerCase() }, { typedEmail: email.toLowerCase() }],
});

/**
 * Creates a user of whom nothing is known but what was typed. The address may be anybody's, so this is a user
 * apart from all others until it is proven.
 */
export async function createTypedUser(
  { clock }: Service,
  transaction: Transaction,
  accountId: string,
  { email, username }: { readonly email: string; readonly username?: string },
): Promise<UserRow> {
  const id = newId(clock, 'user');
  return transaction.user.create({
    data: {
      ...{ id, accountId, email: id, typedEmail: email.toLowerCase() },
      ...{ username: username ?? null, createdAt: clock.now() },
    },
  });
}
