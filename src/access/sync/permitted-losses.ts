import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import type { Clock } from '../../clock.ts';
import type { PrismaClient, Transaction } from '../../database/index.ts';
import type { MemberRef } from '../community.ts';

/** The losses that a sweep would cause for one role. */
export const Losses = Type.Object({
  roleId: Type.String(),
  holders: Type.Integer(),
  losses: Type.Integer(),
});
export type Losses = Static<typeof Losses>;

export const LossesList = Type.Array(Losses);

/** What admins were asked about the losses of a role: they wait or were refused, were approved, or are no question. */
export type Standing = 'pending' | 'approved' | 'not asked';

/**
 * Reads the guild's question to its admins. Until they approve, the losses that it asks about must not be carried out
 * by other means: those of its roles, or all if it is about memberships missing from the service.
 */
export async function readQuestion(
  prisma: PrismaClient | Transaction,
  guildId: string,
): Promise<(roleId: string) => Standing> {
  const sweep = await prisma.sweep.findUnique({ where: { guildId } });
  if (!sweep?.heldSince) return () => 'not asked';
  const isApproved = sweep.answer === 'approve';
  const asked = Value.Parse(LossesList, sweep.held).map(({ roleId }) => roleId);
  const isAboutAll = sweep.missing !== null && !isApproved;
  return (roleId) => {
    if (!isAboutAll && !asked.includes(roleId)) return 'not asked';
    return isApproved ? 'approved' : 'pending';
  };
}

/** Losses per role and day that need no approval: this many, or this share of its holders if that is more. */
const FREE_LOSSES = 10;
const FREE_SHARE = 0.2;

/** How long a permitted loss uses up the budget, in milliseconds. */
const DAY = 86_400_000;

export const isWithinBudget = (losses: number, holders: number): boolean =>
  losses <= Math.max(FREE_LOSSES, FREE_SHARE * holders);

/** Locks the guild's budgets until the transaction ends. Before the first sweep there is no row to lock. */
export async function lockBudgets(transaction: Transaction, guildId: string): Promise<void> {
  await transaction.$queryRaw`SELECT guild_id FROM community.sweeps WHERE guild_id = ${guildId} FOR UPDATE`;
}

/** Returns the members whose losses were permitted in the last 24 hours, by role. */
export async function findPermitted(
  transaction: Transaction,
  guildId: string,
  now: Date,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const where = { guildId, at: { gt: new Date(now.getTime() - DAY) } };
  const rows = await transaction.permittedLoss.findMany({ where, select: { roleId: true, userId: true } });
  const byRole = Map.groupBy(rows, ({ roleId }) => roleId);
  return new Map([...byRole].map(([roleId, some]) => [roleId, new Set(some.map(({ userId }) => userId))]));
}

/** Permits members' losses of a role, which use up its budget for 24 hours. */
export async function permit(
  transaction: Transaction,
  { guildId, roleId }: { readonly guildId: string; readonly roleId: string },
  userIds: readonly string[],
  now: Date,
): Promise<void> {
  if (userIds.length === 0) return;
  const expired = { lte: new Date(now.getTime() - DAY) };
  await transaction.permittedLoss.deleteMany({ where: { guildId, roleId, at: expired } });
  await transaction.$executeRaw`
    INSERT INTO community.permitted_losses (guild_id, role_id, user_id, at)
    SELECT ${guildId}, ${roleId}, user_id, ${now} FROM unnest(${userIds}::text[]) AS user_id
    ON CONFLICT DO NOTHING`;
}

/**
 * Asks the breaker for a member's losses just before they are carried out: those that admins are asked about wait.
 * @param options.isLimited whether the losses also use up the budgets. What exceeds them is left to the next sweep, which
 * asks the admins
 * @returns the roles that may be taken
 */
export async function permitLosses(
  { prisma, clock }: { readonly prisma: PrismaClient; readonly clock: Clock },
  { guildId, userId }: MemberRef,
  roleIds: readonly string[],
  { isLimited }: { readonly isLimited: boolean },
): Promise<readonly string[]> {
  if (roleIds.length === 0) return [];
  const now = clock.now();
  return prisma.$transaction(async (transaction) => {
    await lockBudgets(transaction, guildId);
    const standingOf = await readQuestion(transaction, guildId);
    const permitted: string[] = [];
    for (const roleId of roleIds) {
      const standing = standingOf(roleId);
      if (standing === 'pending') continue;
      const isFree = !isLimited || standing === 'approved';
      if (isFree || (await useBudget(transaction, { guildId, userId, roleId }, now))) permitted.push(roleId);
    }
    return permitted;
  });
}

/** Permits one loss if it was permitted before or the budget lasts. @returns whether it is permitted */
async function useBudget(
  transaction: Transaction,
  { userId, ...role }: MemberRef & { readonly roleId: string },
  now: Date,
): Promise<boolean> {
  const recent = { ...role, at: { gt: new Date(now.getTime() - DAY) } };
  if ((await transaction.permittedLoss.count({ where: { ...recent, userId } })) > 0) return true;
  const used = await transaction.permittedLoss.count({ where: recent });
  const holders = await transaction.roleGrant.count({
    where: { ...role, claimed: false, confirmedAt: { not: null } },
  });
  if (!isWithinBudget(used + 1, holders)) return false;
  await permit(transaction, role, [userId], now);
  return true;
}
