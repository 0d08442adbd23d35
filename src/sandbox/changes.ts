import { Fault } from '../errors.ts';
import type { CommunityState, Entry, Guild, Member, Role, User } from './state.ts';

/** What a change makes visible to those who watch the community. It holds the state after the change. */
export type CommunityEvent =
  | { readonly type: 'member-added' | 'member-updated'; readonly guildId: string; readonly member: Member }
  | { readonly type: 'member-removed'; readonly guildId: string; readonly userId: string }
  | { readonly type: 'role-created' | 'role-updated'; readonly guildId: string; readonly role: Role }
  | { readonly type: 'role-deleted'; readonly guildId: string; readonly roleId: string };

/** What happened, before it gets its id and time. */
export type NewEntry = Omit<Entry, 'id' | 'at' | 'guildId'>;

/** The state that a change leads to; undefined where there is nothing to change. */
export type Change =
  | {
      readonly guild: Guild;
      readonly users?: User[];
      readonly event: CommunityEvent;
      readonly entry?: NewEntry;
    }
  | undefined;

/** Who does something, and what the audit log is told about it. */
export interface Cause {
  readonly by: string;
  readonly reason?: string;
}

/** Gives a role; giving one that the member has changes nothing. */
export function giveRole(guild: Guild, userId: string, roleId: string, cause: Cause): Change {
  const member = memberIn(guild, userId);
  const role = roleIn(guild, roleId);
  if (member.roles.includes(roleId)) return undefined;
  return roleChange(guild, { ...member, roles: [...member.roles, roleId] }, 'role_given', role, cause);
}

/** Takes a role away; taking one that the member lacks changes nothing. */
export function takeRole(guild: Guild, userId: string, roleId: string, cause: Cause): Change {
  const member = memberIn(guild, userId);
  const role = roleIn(guild, roleId);
  if (!member.roles.includes(roleId)) return undefined;
  const roles = member.roles.filter((id) => id !== roleId);
  return roleChange(guild, { ...member, roles }, 'role_taken', role, cause);
}

/** A member joins. One who was here before comes back without roles, as on the platform. */
export function join(state: CommunityState, guild: Guild, user: User, member: Member): Change {
  if (guild.members.some(({ userId }) => userId === user.id)) return undefined;
  const isKnown = state.users.some(({ id }) => id === user.id);
  return {
    guild: { ...guild, members: [...guild.members, member] },
    ...(!isKnown && { users: [...state.users, user] }),
    event: { type: 'member-added', guildId: guild.id, member },
    entry: { kind: 'joined', by: user.id, userId: user.id },
  };
}

/** A member leaves or is removed. */
export function leave(guild: Guild, userId: string): Change {
  memberIn(guild, userId);
  return {
    guild: { ...guild, members: guild.members.filter((member) => member.userId !== userId) },
    event: { type: 'member-removed', guildId: guild.id, userId },
    entry: { kind: 'left', by: userId, userId },
  };
}

/** A member passes, or falls back to, membership screening. */
export function setPending(guild: Guild, userId: string, pending: boolean): Change {
  const member = { ...memberIn(guild, userId), pending };
  return { guild: withMember(guild, member), event: { type: 'member-updated', guildId: guild.id, member } };
}

/** A role appears. Those at its position or above move up by one. */
export function createRole(guild: Guild, role: Role, cause: Cause): Change {
  const moved = guild.roles.map((other) =>
    other.position >= role.position && other.id !== guild.id
      ? { ...other, position: other.position + 1 }
      : other,
  );
  return {
    guild: { ...guild, roles: [...moved, role] },
    event: { type: 'role-created', guildId: guild.id, role },
    entry: { kind: 'role_created', role: named(role), ...cause },
  };
}

/** A role gets another name, place or set of permissions. */
export function changeRole(
  guild: Guild,
  roleId: string,
  change: Partial<Omit<Role, 'id'>>,
  cause: Cause,
): Change {
  const role = { ...roleIn(guild, roleId), ...change };
  return {
    guild: { ...guild, roles: guild.roles.map((other) => (other.id === roleId ? role : other)) },
    event: { type: 'role-updated', guildId: guild.id, role },
    entry: { kind: 'role_changed', role: named(role), ...cause },
  };
}

/** A role is deleted, and with it everybody's hold on it; the platform sends no member events for that. */
export function deleteRole(guild: Guild, roleId: string, cause: Cause): Change {
  const role = roleIn(guild, roleId);
  const members = guild.members.map((member) =>
    member.roles.includes(roleId) ? { ...member, roles: member.roles.filter((id) => id !== roleId) } : member,
  );
  return {
    guild: { ...guild, roles: guild.roles.filter(({ id }) => id !== roleId), members },
    event: { type: 'role-deleted', guildId: guild.id, roleId },
    entry: { kind: 'role_deleted', role: named(role), ...cause },
  };
}

function roleChange(guild: Guild, member: Member, kind: Entry['kind'], role: Role, cause: Cause): Change {
  return {
    guild: withMember(guild, member),
    event: { type: 'member-updated', guildId: guild.id, member },
    entry: { kind, userId: member.userId, role: named(role), ...cause },
  };
}

const named = ({ id, name }: Role) => ({ id, name });

const withMember = (guild: Guild, member: Member): Guild => ({
  ...guild,
  members: guild.members.map((other) => (other.userId === member.userId ? member : other)),
});

function memberIn(guild: Guild, userId: string): Member {
  const member = guild.members.find((candidate) => candidate.userId === userId);
  if (!member) throw new Fault('SANDBOX_UNKNOWN_MEMBER', `Nobody with the id ${userId} is in ${guild.name}.`);
  return member;
}

function roleIn(guild: Guild, roleId: string): Role {
  const role = guild.roles.find(({ id }) => id === roleId);
  if (!role) throw new Fault('SANDBOX_UNKNOWN_ROLE', `${guild.name} has no role with the id ${roleId}.`);
  return role;
}
