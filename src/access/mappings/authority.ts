import { ChatFault } from '../../i18n/chat-fault.ts';
import type { Community, Guild, MemberRef, Power, Role } from '../community.ts';
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
