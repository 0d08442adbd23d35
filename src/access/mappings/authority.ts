import type { PrismaClient } from '../../database/index.ts';
import { ChatFault } from '../../i18n/chat-fault.ts';
import {
  type Community,
  CommunityRefusal,
  type Guild,
  type MemberRef,
  type Power,
  type Role,
} from '../community.ts';
import type { Mapping } from '../state.ts';

/** A member's permissions over the roles of a guild. */
export interface Authority {
  readonly isOwner: boolean;
  readonly mayManageRoles: boolean;
  readonly mayKick: boolean;
  /** Rank of the member's highest role. */
  readonly rank: number;
}

/**
 * Reads a member's current permissions in a guild from their roles. The permissions sent with an interaction don't
 * serve: they apply to one channel, where Manage Roles only covers the channel's own permissions.
 */
export async function authorityOf(
  community: Community,
  guild: Guild,
  who: MemberRef,
  signal: AbortSignal,
): Promise<Authority> {
  if (who.userId === guild.ownerId)
    return { isOwner: true, mayManageRoles: true, mayKick: true, rank: Infinity };
  const member = await community.getMember(who, signal);
  // The role whose id is the guild's belongs to every member.
  const heldIds = member ? [who.guildId, ...member.roleIds] : [];
  const held = guild.roles.filter(({ id }) => heldIds.includes(id));
  const has = (power: Power) =>
    held.some(({ powers }) => powers.includes(power) || powers.includes('Administrator'));
  return {
    isOwner: false,
    mayManageRoles: has('Manage Roles'),
    mayKick: has('Kick Members'),
    rank: Math.max(-1, ...held.map(({ rank }) => rank)),
  };
}

/** @throws Fault if the member may not decide who gets a role. A deleted role (undefined) needs only the permission. */
export function requireMayManage({ mayManageRoles, rank }: Authority, role: Role | undefined): void {
  if (!mayManageRoles) throw new ChatFault('YOU_MAY_NOT_MANAGE_ROLES');
  if (role && role.rank >= rank) throw new ChatFault('ROLE_ABOVE_YOU');
}

/** @throws Fault if the member may not map the role on these terms */
export function requireMayMap(authority: Authority, role: Role, { atEnd }: Pick<Mapping, 'atEnd'>): void {
  requireMayManage(authority, role);
  if (atEnd === 'kick') requireMayKick(authority);
  requireHarmless(authority, role);
}

/** @throws Fault if the member may not decide that others are removed from the guild */
export function requireMayKick({ mayKick }: Authority): void {
  if (!mayKick) throw new ChatFault('YOU_MAY_NOT_KICK');
}

/** @throws Fault `ROLE_OWNERS_ONLY` if the role has dangerous permissions and the member doesn't own the guild */
export function requireHarmless({ isOwner }: Authority, { powers }: Role): void {
  if (!isOwner && powers.length > 0) throw new ChatFault('ROLE_OWNERS_ONLY', { powers: [...powers] });
}

export interface SellingDeps {
  readonly prisma: PrismaClient;
  readonly community: Community;
  readonly guildIds: readonly string[];
}

/** Sources that a new plan or quick link counts for: some products and plans, or any product. */
export type Sources = readonly string[] | 'any product';

/**
 * Checks that an admin may create a new way to buy a role, which decides who gets it just as a mapping does. The
 * admin's own guild requires the permissions for mapping; others with the same products refuse only owner-only roles.
 * @throws Fault whose message says what is missing
 */
export async function requireMaySell(
  { prisma, community, guildIds }: SellingDeps,
  sources: Sources,
  seller: MemberRef,
  signal: AbortSignal,
): Promise<void> {
  const sourceId = sources === 'any product' ? { not: { startsWith: 'plan_' } } : { in: [...sources] };
  const mappings = await prisma.roleMapping.findMany({ where: { sourceId, guildId: { in: [...guildIds] } } });
  for (const [guildId, mapped] of Map.groupBy(mappings, (mapping) => mapping.guildId)) {
    const isHere = guildId === seller.guildId;
    const guild = await readGuild(community, guildId, isHere, signal);
    if (guild) await requireIn(community, guild, { ...seller, guildId }, mapped, isHere, signal);
  }
}

async function requireIn(
  community: Community,
  guild: Guild,
  seller: MemberRef,
  mapped: readonly Pick<Mapping, 'roleId'>[],
  isHere: boolean,
  signal: AbortSignal,
): Promise<void> {
  const authority = await authorityOf(community, guild, seller, signal);
  for (const role of guild.roles.filter(({ id }) => mapped.some(({ roleId }) => roleId === id))) {
    if (isHere) requireMayManage(authority, role);
    requireHarmless(authority, role);
  }
}

/** @returns undefined for another guild that the bot can't see, where it can't give roles anyway */
async function readGuild(
  community: Community,
  guildId: string,
  isHere: boolean,
  signal: AbortSignal,
): Promise<Guild | undefined> {
  try {
    return await community.getGuild(guildId, signal);
  } catch (error) {
    if (!isHere && error instanceof CommunityRefusal) return undefined;
    throw error;
  }
}
