import type { Prisma } from '../../database/index.ts';
import { listOf, type PageRequest, pageOf, readPage } from '../api/pagination.ts';
import { Refusal } from '../api/refusal.ts';
import type { Service } from '../service.ts';
import { toUser, type User } from './schema.ts';
import { withEmail } from './users.ts';

/** A customer has bought something; a member has access now. */
export type Role = 'customer' | 'member';

export interface CustomerFilter {
  /** Case-insensitive. */
  readonly email?: string;
}

/** Lists the account's customers, or only its members, newest first. */
export async function listCustomers(
  { prisma }: Service,
  accountId: string,
  role: Role,
  { email, ...page }: PageRequest & CustomerFilter,
) {
  const where = {
    AND: [isOf(accountId, role), ...(email === undefined ? [] : [withEmail(accountId, email)])],
  };
  const [count, rows] = await readPage(
    page,
    () => prisma.user.findMany({ where, ...pageOf(page) }),
    () => prisma.user.count({ where }),
  );
  return listOf(page, count, rows.map(toUser));
}

/** @throws Refusal if the account has no such customer or member */
export async function retrieveCustomer(
  { prisma }: Service,
  accountId: string,
  role: Role,
  id: string,
): Promise<User> {
  const row = await prisma.user.findFirst({ where: { AND: [isOf(accountId, role), { id }] } });
  if (!row) throw new Refusal('not found', `There is no ${role} ${id}.`);
  return toUser(row);
}

const isOf = (accountId: string, role: Role): Prisma.UserWhereInput => ({
  accountId,
  memberships: { some: { accountId, ...(role === 'member' && { valid: true }) } },
});
