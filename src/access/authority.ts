import { Fault } from '../errors.ts';
import type { Community, Guild, MemberRef, Power, Role } from './community.ts';
import type { Mapping } from './state.ts';

/** What the platform lets somebody do with the roles of a guild. */
export interface Authority {
  readonly isOwner: boolean;
  readonly mayManageRoles: boolean;
  readonly mayKick: boolean;
  /** The rank of their highest role. */
  readonly rank: number;
}

/**
 * What somebody may do in a guild as it is now. Read from their roles: the permissions that come with an interaction
 * are those in one channel, where Manage Roles means no more than the channel's own permissions.
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
  // Everybody has the role whose id is the guild's.
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

/** @throws Fault where somebody may not say who gets a role; of one that was deleted the permission is asked alone */
export function requireMayManage({ mayManageRoles, rank }: Authority, role: Role | undefined): void {
  if (!mayManageRoles) throw new Fault('YOU_MAY_NOT_MANAGE_ROLES', NEEDS_MANAGE_ROLES);
  if (role && role.rank >= rank) throw new Fault('ROLE_ABOVE_YOU', NEEDS_RANK);
}

/** @throws Fault where somebody may not have a role given on these terms */
export function requireMayMap(authority: Authority, role: Role, { atEnd }: Pick<Mapping, 'atEnd'>): void {
  requireMayManage(authority, role);
  if (atEnd === 'kick' && !authority.mayKick) throw new Fault('YOU_MAY_NOT_KICK', NEEDS_KICK);
  requirePowerless(authority, role);
}

/** @throws OwnersOnly where a role has powers that only the guild's owner gives away */
export function requirePowerless({ isOwner }: Authority, { powers }: Role): void {
  if (!isOwner && powers.length > 0) throw new OwnersOnly(powers);
}

/** Only the guild's owner has such a role given. */
export class OwnersOnly extends Fault {
  readonly powers: readonly Power[];

  constructor(powers: readonly Power[]) {
    super('ROLE_OWNERS_ONLY', `This gives a role that allows ${powers.join(', ')}. ${ONLY_OWNER}`);
    this.powers = powers;
  }
}

const NEEDS_MANAGE_ROLES =
  'This decides who gets a role, and for that you need the permission Manage Roles yourself. Ask somebody who has it.';

const NEEDS_RANK =
  'This is about a role at or above your own highest one, which you couldn’t give by hand either. Ask somebody who stands above it.';

const NEEDS_KICK =
  'At the end this would remove members from the server, and for that you need the permission Kick Members yourself. Choose another end, or ask somebody who has it.';

const ONLY_OWNER = 'Whoever buys could do that too, so only the server’s owner can arrange this.';
