import type { Clock } from '../../clock.ts';
import type { PrismaClient } from '../../database/index.ts';
import { ChatFault } from '../../i18n/chat-fault.ts';
import { type Community, CommunityRefusal, type MemberRef } from '../community.ts';
import type { Mapping, MembershipState, StoredState } from '../state.ts';
import { removalGrounds } from '../sync/decide.ts';
import { deriveMany } from '../sync/derive.ts';
import { type Entitlement, entitlementsOf } from '../sync/entitlements.ts';
import { authorityOf } from './authority.ts';
import { listMappings, mappedGuilds } from './mappings.ts';

/** Members compared at a time. */
const AT_ONCE = 1_000;

interface HoldDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
}

export interface OrderDeps extends HoldDeps {
  readonly community: Community;
  /** Guilds that we manage. */
  readonly guildIds: readonly string[];
}

/** A change of memberships that an admin orders. */
export interface MembershipOrder {
  /** Chat accounts that the memberships count for, before or after the change. */
  readonly userIds: readonly string[];
  /** Only guilds that map one of these products or plans are affected; all by default. */
  readonly sources?: readonly string[];
  change(membership: MembershipState): MembershipState;
}

/**
 * Requires that an admin may give an order that changes memberships. Whoever takes away what holds a member in a guild
 * decides that they are removed, so the order needs the permission to do that by hand, in every such guild.
 * @throws Fault `YOU_MAY_NOT_KICK` or `YOU_MAY_NOT_KICK_ELSEWHERE`
 */
export async function requireMayOrder(
  deps: OrderDeps,
  admin: MemberRef,
  { userIds, sources, change }: MembershipOrder,
  signal: AbortSignal,
): Promise<void> {
  const guildIds = [...new Set([admin.guildId, ...deps.guildIds])];
  for (const guildId of await mappedGuilds(deps.prisma, guildIds, sources)) {
    const mappings = await listMappings(deps.prisma, guildId);
    const held = await whoLosesHold(deps, guildId, userIds, mappings, (stored) => ({
      ...stored,
      memberships: stored.memberships.map(change),
    }));
    if (!(await isAnyMember(deps.community, guildId, held, admin.guildId, signal))) continue;
    const guild = await deps.community.getGuild(guildId, signal);
    const { mayKick } = await authorityOf(deps.community, guild, { ...admin, guildId }, signal);
    if (mayKick) continue;
    throw new ChatFault(guildId === admin.guildId ? 'YOU_MAY_NOT_KICK' : 'YOU_MAY_NOT_KICK_ELSEWHERE');
  }
}

/**
 * Returns whether a change of a guild's mappings takes away what holds any member in the guild. It reads only stored
 * state, that of members who have a role from us for which they could be removed, in a fixed number of queries for each
 * thousand.
 */
export async function someoneLosesHold(
  deps: HoldDeps,
  guildId: string,
  change: (mappings: readonly Mapping[]) => readonly Mapping[],
  signal: AbortSignal,
): Promise<boolean> {
  const before = await listMappings(deps.prisma, guildId);
  const after = change(before);
  const roleIds = after.filter(({ atEnd }) => atEnd === 'kick').map(({ roleId }) => roleId);
  if (roleIds.length === 0) return false;
  for await (const userIds of removable(deps.prisma, guildId, roleIds)) {
    signal.throwIfAborted();
    const held = await whoLosesHold(deps, guildId, userIds, before, (stored) => ({
      ...stored,
      mappings: after,
    }));
    if (held.length > 0) return true;
  }
  return false;
}

/** Lists the accounts that have one of the roles from us, or that the platform has refused to remove. */
async function* removable(
  prisma: PrismaClient,
  guildId: string,
  roleIds: readonly string[],
): AsyncGenerator<readonly string[]> {
  const page = { orderBy: { userId: 'asc' }, take: AT_ONCE } as const;
  yield* pages(async (after) => {
    const where = { guildId, roleId: { in: [...roleIds] }, userId: { gt: after } };
    const rows = await prisma.roleGrant.groupBy({ by: ['userId'], where, ...page });
    return rows;
  });
  yield* pages((after) =>
    prisma.problem.findMany({ where: { guildId, kind: 'kick', userId: { gt: after } }, ...page }),
  );
}

/** Reads pages of accounts, each of those after the last account of the page before. */
async function* pages(
  read: (after: string) => Promise<readonly { readonly userId: string | null }[]>,
): AsyncGenerator<readonly string[]> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const userIds: readonly string[] = (await read(after)).flatMap(({ userId }) => userId ?? []);
    yield userIds;
    after = userIds.at(-1);
  }
}

/** Returns those of the accounts for which the change takes away what holds them in the guild. */
async function whoLosesHold(
  { prisma, clock }: HoldDeps,
  guildId: string,
  userIds: readonly string[],
  mappings: readonly Mapping[],
  change: (stored: StoredState) => StoredState,
): Promise<readonly string[]> {
  if (userIds.length === 0) return [];
  const storedOf = await deriveMany(prisma, guildId, mappings, userIds);
  const now = clock.now();
  return userIds.filter((userId) => {
    const stored = storedOf(userId);
    return losesHold({ ...stored, userId, now }, { ...change(stored), userId, now });
  });
}

type Standing = StoredState & { readonly userId: string; readonly now: Date };

/**
 * Returns whether a change takes an entitlement that holds a member in the guild, or adds a reason to remove them once
 * none does. That another entitlement still holds them in is no exception: it may have ended at the service already, or
 * another order may be taking it at the same time. Pure.
 */
export function losesHold(before: Standing, after: Standing): boolean {
  const had = entitlementsOf(before).map(asIfEnded);
  const has = entitlementsOf(after).map(asIfEnded);
  // A sync may be giving these at this moment, so that the ledger doesn't have them yet.
  const coming = had.filter(({ holds, isProven }) => holds && isProven).map(({ mapping }) => mapping.roleId);
  const granted = [...after.granted, ...coming];
  const unproven = after.unproven.filter((roleId) => !coming.includes(roleId));
  const grounds = removalGrounds({ ...after, granted, unproven }, has);
  if (grounds.length === 0) return false;
  const isLost = had.some((old) => old.holds && !has.some((each) => each.holds && isSame(each, old)));
  return isLost || grounds.some((ground) => !had.some((old) => old.hasEnded && isSame(old, ground)));
}

/** While a payment is late, a membership hasn't ended; so a mapping for that time removes nobody. */
const asIfEnded = (entitlement: Entitlement): Entitlement => ({
  ...entitlement,
  hasEnded: entitlement.hasEnded || (entitlement.holds && entitlement.mapping.condition === 'valid'),
});

/** Whether both are about the same membership and mapping, whose terms may differ. */
const isSame = (one: Entitlement, other: Entitlement): boolean =>
  one.membershipId === other.membershipId &&
  one.mapping.roleId === other.mapping.roleId &&
  one.mapping.sourceId === other.mapping.sourceId &&
  one.mapping.condition === other.mapping.condition;

/** Returns whether any of the accounts is a member of the guild. One that the bot can't see loses nobody. */
async function isAnyMember(
  community: Community,
  guildId: string,
  userIds: readonly string[],
  own: string,
  signal: AbortSignal,
): Promise<boolean> {
  for (const userId of userIds) {
    try {
      const member = await community.getMember({ guildId, userId }, signal);
      if (member && !member.isBot) return true;
    } catch (error) {
      if (guildId === own || !(error instanceof CommunityRefusal)) throw error;
    }
  }
  return false;
}
