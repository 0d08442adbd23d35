import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { Channel, Member, Role } from './records.ts';
import { compareSnowflakes } from './snowflake.ts';
import type { Guild } from './state.ts';

/**
 * Orders roles by rank, lowest first. Of roles with the same position, the older one ranks higher:
 * https://discord.com/developers/docs/topics/permissions#permission-hierarchy
 */
export function compareRoles(a: Role, b: Role): number {
  return a.position - b.position || compareSnowflakes(b.id, a.id);
}

/** Returns a member's roles including @everyone, lowest first. */
export function rolesOf(guild: Guild, member: Member): Role[] {
  return [guild.id, ...member.roles]
    .map((id) => guild.roles.get(id))
    .filter((role) => role !== undefined)
    .sort(compareRoles);
}

const EVERYTHING = Object.values(PermissionFlagsBits).reduce((all, bit) => all | bit, 0n);

/**
 * Permissions left to a member in timeout:
 * https://docs.discord.com/developers/topics/permissions#permissions-for-timed-out-members
 */
const WHILE_TIMED_OUT = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.ReadMessageHistory;

function withTimeout({ clock }: Guild, { timeoutUntil }: Member, held: bigint): bigint {
  const isTimedOut = timeoutUntil !== undefined && Date.parse(timeoutUntil) > clock.now().getTime();
  return isTimedOut ? held & WHILE_TIMED_OUT : held;
}

/** Returns a member's permissions in the guild as a whole. */
export function permissionsOf(guild: Guild, member: Member): bigint {
  if (member.userId === guild.ownerId) return EVERYTHING;
  const held = rolesOf(guild, member).reduce((all, role) => all | BigInt(role.permissions), 0n);
  return held & PermissionFlagsBits.Administrator ? EVERYTHING : withTimeout(guild, member, held);
}

/**
 * Returns a member's permissions in a channel. Overwrites apply in order: first @everyone's, then those of the member's
 * roles together, then the member's own. https://discord.com/developers/docs/topics/permissions#permission-overwrites
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
  // Without ViewChannel, all other permissions in the channel are void.
  return allowed & PermissionFlagsBits.ViewChannel ? withTimeout(guild, member, allowed) : 0n;
}

/** Whether a member has a permission in the guild as a whole. */
export const hasPermission = (guild: Guild, member: Member, permission: bigint): boolean =>
  (permissionsOf(guild, member) & permission) === permission;

/** Whether a member ranks above another one and may therefore act on them. No member outranks the owner. */
export function outranks(guild: Guild, actor: Member, target: Member): boolean {
  if (target.userId === guild.ownerId) return false;
  if (actor.userId === guild.ownerId) return true;
  const [mine, theirs] = [rolesOf(guild, actor).at(-1), rolesOf(guild, target).at(-1)];
  return mine !== undefined && (theirs === undefined || compareRoles(mine, theirs) > 0);
}

/** Whether a role is strictly below a member's highest one. The owner is above all roles. */
export function isBelow(guild: Guild, actor: Member, role: Role): boolean {
  const highest = rolesOf(guild, actor).at(-1);
  return actor.userId === guild.ownerId || (highest !== undefined && compareRoles(role, highest) < 0);
}

/** Whether a member may give or remove a role, or the reason why not. */
export type RoleVerdict = 'allowed' | 'missing-permission' | 'managed' | 'hierarchy';

/** Decides whether `actor` may give or remove `role`. The hierarchy applies to administrators too. */
export function mayAssign(guild: Guild, actor: Member, role: Role): RoleVerdict {
  if (!hasPermission(guild, actor, PermissionFlagsBits.ManageRoles)) return 'missing-permission';
  if (!isBelow(guild, actor, role)) return 'hierarchy';
  // Linked roles depend only on their requirements.
  return role.managed || role.requires ? 'managed' : 'allowed';
}
