import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { Channel, Member, Role } from './records.ts';
import { compareSnowflakes } from './snowflake.ts';
import type { Guild } from './state.ts';

/**
 * Orders roles by rank, lowest first. Of two roles with the same position the older one ranks higher:
 * https://discord.com/developers/docs/topics/permissions#permission-hierarchy
 */
export function compareRoles(a: Role, b: Role): number {
  return a.position - b.position || compareSnowflakes(b.id, a.id);
}

/** The roles that a member has, lowest first, @everyone (which everybody has) among them. */
export function rolesOf(guild: Guild, member: Member): Role[] {
  return [guild.id, ...member.roles]
    .map((id) => guild.roles.get(id))
    .filter((role) => role !== undefined)
    .sort(compareRoles);
}

const EVERYTHING = Object.values(PermissionFlagsBits).reduce((all, bit) => all | bit, 0n);

/** All that is left to a member who is timed out: https://docs.discord.com/developers/topics/permissions#permissions-for-timed-out-members */
const WHILE_TIMED_OUT = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.ReadMessageHistory;

/** What of these a member has at the moment. */
function withTimeout({ clock }: Guild, { timeoutUntil }: Member, held: bigint): bigint {
  const isTimedOut = timeoutUntil !== undefined && Date.parse(timeoutUntil) > clock.now().getTime();
  return isTimedOut ? held & WHILE_TIMED_OUT : held;
}

/** What a member may do in the guild as a whole. */
export function permissionsOf(guild: Guild, member: Member): bigint {
  if (member.userId === guild.ownerId) return EVERYTHING;
  const held = rolesOf(guild, member).reduce((all, role) => all | BigInt(role.permissions), 0n);
  return held & PermissionFlagsBits.Administrator ? EVERYTHING : withTimeout(guild, member, held);
}

/**
 * What a member may do in a channel: first @everyone's overwrite counts, then those of roles together, then the
 * member's own. https://discord.com/developers/docs/topics/permissions#permission-overwrites
 */
export function permissionsIn(guild: Guild, channel: Channel, member: Member): bigint {
  const base = permissionsOf(guild, member);
  if (base === EVERYTHING) return base;
  const steps = [
    channel.overwrites.filter(({ id }) => id === guild.id),
    channel.overwrites.filter(({ id, of }) => of === 'role' && id !== guild.id && member.roles.includes(id)),
    channel.overwrites.filter(({ id, of }) => of === 'member' && id === member.userId),
  ];
  const sum = (bits: readonly string[]) => bits.reduce((all, bit) => all | BigInt(bit), 0n);
  const allowed = steps.reduce(
    (held, step) => (held & ~sum(step.map(({ deny }) => deny))) | sum(step.map(({ allow }) => allow)),
    base,
  );
  // Who can't see a channel can't do anything else in it.
  return allowed & PermissionFlagsBits.ViewChannel ? withTimeout(guild, member, allowed) : 0n;
}

/** Whether a member may do something in the guild as a whole. */
export const hasPermission = (guild: Guild, member: Member, permission: bigint): boolean =>
  (permissionsOf(guild, member) & permission) === permission;

/** Whether a member stands above another one, and may therefore act on them. Nobody stands above the owner. */
export function outranks(guild: Guild, actor: Member, target: Member): boolean {
  if (target.userId === guild.ownerId) return false;
  if (actor.userId === guild.ownerId) return true;
  const [mine, theirs] = [rolesOf(guild, actor).at(-1), rolesOf(guild, target).at(-1)];
  return mine !== undefined && (theirs === undefined || compareRoles(mine, theirs) > 0);
}

/** Whether a role is strictly below a member's highest one. */
export function isBelow(guild: Guild, actor: Member, role: Role): boolean {
  const highest = rolesOf(guild, actor).at(-1);
  return actor.userId === guild.ownerId || (highest !== undefined && compareRoles(role, highest) < 0);
}

/** Whether a member may give or take a role, and if not, why. */
export type RoleVerdict = 'allowed' | 'missing-permission' | 'managed' | 'hierarchy';

/** Decides whether `actor` may give `role` to anybody or take it away. Ranks bind administrators too. */
export function mayAssign(guild: Guild, actor: Member, role: Role): RoleVerdict {
  if (!hasPermission(guild, actor, PermissionFlagsBits.ManageRoles)) return 'missing-permission';
  if (!isBelow(guild, actor, role)) return 'hierarchy';
  // A linked role is given by its conditions alone.
  return role.managed || role.requires ? 'managed' : 'allowed';
}
