import type { Prisma, PrismaClient } from '../../database/index.ts';
import type { MemberRef } from '../community.ts';
import { listMappings } from '../mappings/mappings.ts';
import type { Mapping, MembershipState, StoredState } from '../state.ts';
import { accountOf } from './entitlements.ts';
import { readRows } from './ledger.ts';
import { strongestMemberships } from './strongest-memberships.ts';

/** Loads all stored state that a role decision needs. The caller adds the member's state from the platform. */
export async function derive(prisma: PrismaClient, { guildId, userId }: MemberRef): Promise<StoredState> {
  const mappings = await listMappings(prisma, guildId);
  return (await deriveMany(prisma, guildId, mappings, [userId]))(userId);
}

/**
 * Does the same as `derive` for many members of a guild, in a fixed number of queries.
 * @param mappings the guild's mappings, current or proposed
 */
export async function deriveMany(
  prisma: PrismaClient,
  guildId: string,
  mappings: readonly Mapping[],
  userIds: readonly string[],
): Promise<(userId: string) => StoredState> {
  const userId = { in: [...userIds] };
  const [membershipsOf, grants, kicks, removals] = await Promise.all([
    loadMemberships(prisma, userIds),
    prisma.roleGrant.findMany({ where: { guildId, userId } }),
    prisma.pendingKick.findMany({ where: { guildId, userId } }),
    prisma.problem.findMany({ where: { guildId, kind: 'kick', userId } }),
  ]);
  const awaiting = new Set(kicks.map((kick) => kick.userId));
  const owing = new Set(removals.map((problem) => problem.userId));
  const grantsByUser = Map.groupBy(grants, (grant) => grant.userId);
  return (id) => {
    return {
      mappings,
      memberships: membershipsOf(id),
      ...readRows(grantsByUser.get(id) ?? []),
      awaitsKick: awaiting.has(id),
      owesRemoval: owing.has(id),
    };
  };
}

/**
 * Loads the memberships tied to each chat account, connected or linked. Of many equivalent memberships, it loads only
 * those that ended last (see `strongestMemberships`).
 */
export async function loadMemberships(
  prisma: PrismaClient,
  userIds: readonly string[],
): Promise<(userId: string) => readonly Tied[]> {
  const chatUserId = { in: [...userIds] };
  const links = await prisma.accountLink.findMany({ where: { chatUserId } });
  const linkedUsers = links.map((link) => link.commerceUserId);
  const tied = await Promise.all([
    strongestMemberships(prisma, 'chat_user_id', userIds),
    strongestMemberships(prisma, 'commerce_user_id', linkedUsers),
  ]);
  const rows = await prisma.mirroredMembership.findMany({
    where: { id: { in: [...new Set(tied.flat())] } },
    // Keeps the order of reasons stable between calls.
    orderBy: { id: 'asc' },
  });
  const memberships = await withLinks(prisma, rows);
  const byUser = Map.groupBy(
    memberships.flatMap((membership) => accountsOf(membership).map((userId) => ({ userId, membership }))),
    ({ userId }) => userId,
  );
  return (userId) => byUser.get(userId)?.map(({ membership }) => membership) ?? [];
}

/** Loads one stored membership with the accounts tied to it; undefined if it isn't in the mirror. */
export async function deriveMembership(
  prisma: PrismaClient,
  id: string,
): Promise<MembershipState | undefined> {
  const [membership] = await withLinks(prisma, await prisma.mirroredMembership.findMany({ where: { id } }));
  return membership;
}

/** Loads the memberships that count for a chat account. */
export const membershipsOf = async (prisma: PrismaClient, userId: string): Promise<readonly Tied[]> =>
  (await loadMemberships(prisma, [userId]))(userId).filter((membership) => accountOf(membership) === userId);

/** A stored membership with the accounts tied to it. */
export type Tied = Row & MembershipState;
type Row = Prisma.MirroredMembershipGetPayload<object>;

async function withLinks(prisma: PrismaClient, rows: readonly Row[]): Promise<readonly Tied[]> {
  const owners = [...new Set(rows.flatMap(({ commerceUserId }) => commerceUserId ?? []))];
  const links = await prisma.accountLink.findMany({ where: { commerceUserId: { in: owners } } });
  const linkOf = new Map(links.map((link) => [link.commerceUserId, link]));
  return rows.map((row) => {
    const link = row.commerceUserId === null ? undefined : linkOf.get(row.commerceUserId);
    return {
      ...row,
      connected:
        row.chatUserId === null
          ? null
          : {
              userId: row.chatUserId,
              since: row.chatConnectedAt ?? new Date(0),
              isProven: row.chatProven,
            },
      linked: link ? { userId: link.chatUserId, since: link.linkedAt } : null,
      isMoving: link !== undefined && link.leaving.length > 0,
    };
  });
}

const accountsOf = ({ connected, linked }: MembershipState): readonly string[] => [
  ...new Set([connected, linked].flatMap((account) => (account ? [account.userId] : []))),
];
