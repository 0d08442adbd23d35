import { PermissionFlagsBits } from 'discord-api-types/v10';
import { compareSnowflakes } from './snowflake.ts';
import type { Guild, Member, Role } from './state.ts';

/**
 * Orders roles by rank, lowest first. Of two roles with the same position the older one ranks higher:
 * https://discord.com/developers/docs/topics/permissions#permission-hierarchy
 */
export function compareRoles(a: Role, b: Role): number {
  return a.position - b.position || compareSnowflakes(b.id, a.id);
}

/** The roles that a member has, lowest first, @everyone (which everybody has) among them. */
export function rolesOf(guild: Guild, member: Member): Role[] {
  return guild.roles
    .filter((role) => role.id === guild.id || member.roles.includes(role.id))
    .sort(compareRoles);
}

/** Whether a member may do something in the guild as a whole. */
export function hasPermission(guild: Guild, member: Member, permission: bigint): boolean {
  if (member.userId === guild.ownerId) return true;
  const held = rolesOf(guild, member).reduce((all, role) => all | BigInt(role.permissions), 0n);
  return (held & (permission | PermissionFlagsBits.Administrator)) !== 0n;
}

/** Whether a member may give or take a role, and if not, why. */
export type RoleVerdict = 'allowed' | 'missing-permission' | 'managed' | 'hierarchy';

/** Decides whether `actor` may give `role` to anybody or take it away. Ranks bind administrators too. */
export function mayAssign(guild: Guild, actor: Member, role: Role): RoleVerdict {
  if (!hasPermission(guild, actor, PermissionFlagsBits.ManageRoles)) return 'missing-permission';
  const highest = rolesOf(guild, actor).at(-1);
  const isOwner = actor.userId === guild.ownerId;
  if (!isOwner && (!highest || compareRoles(role, highest) >= 0)) return 'hierarchy';
  return role.managed ? 'managed' : 'allowed';
}
