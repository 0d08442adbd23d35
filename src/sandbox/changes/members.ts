import type { Entry, Member, User } from '../records.ts';
import type { CommunityState, Guild } from '../state.ts';
import { type Cause, type Change, memberIn, named, putMember, roleIn } from './change.ts';
import { memberDifferences } from './differences.ts';

/** Adds a member. A returning user gets no roles back, as on the platform. */
export function join(state: CommunityState, guild: Guild, user: User, member: Member): Change {
  if (guild.members.has(user.id)) return undefined;
  const isKnown = state.users.has(user.id);
  return {
    writes: [
      ...(isKnown ? [] : [{ kind: 'user', within: '', id: user.id, value: user } as const]),
      putMember(guild.id, member),
    ],
    events: [{ type: 'member-added', guildId: guild.id, member }],
    entries: [{ guildId: guild.id, kind: 'joined', by: user.id, userId: user.id }],
  };
}

/** Removes a member. With a cause, the removal is logged as a kick. */
export function leave(state: CommunityState, guild: Guild, userId: string, kick?: Cause): Change {
  memberIn(guild, userId);
  const isBot = userId === state.application.botId;
  return {
    writes: [{ kind: 'member', within: guild.id, id: userId, value: undefined }],
    events: [
      // The platform reports a guild that the bot left as deleted.
      ...(isBot ? [{ type: 'guild-removed', guildId: guild.id } as const] : []),
      { type: 'member-removed', guildId: guild.id, userId },
    ],
    entries: [
      kick
        ? { guildId: guild.id, kind: 'kicked', userId, ...kick }
        : { guildId: guild.id, kind: 'left', by: userId, userId },
    ],
  };
}

/** Changes to a member; undefined fields stay as they are. */
export interface MemberPatch {
  readonly roles?: readonly string[];
  readonly nick?: string | null;
  readonly timeoutUntil?: string | null;
  readonly pending?: boolean;
}

/** Changes a member. As on the platform, each role change gets its own log entry, and the other changes share one. */
export function changeMember(guild: Guild, userId: string, patch: MemberPatch, cause: Cause): Change {
  const before = memberIn(guild, userId);
  const { nick, timeoutUntil, ...kept } = before;
  const nextNick = patch.nick === undefined ? nick : patch.nick || undefined;
  const nextTimeout = patch.timeoutUntil === undefined ? timeoutUntil : patch.timeoutUntil || undefined;
  const member: Member = {
    ...kept,
    pending: patch.pending ?? before.pending,
    roles: [...new Set(patch.roles ?? before.roles)],
    ...(nextNick !== undefined && { nick: nextNick }),
    ...(nextTimeout !== undefined && { timeoutUntil: nextTimeout }),
  };
  const given = member.roles.filter((id) => !before.roles.includes(id));
  const taken = before.roles.filter((id) => !member.roles.includes(id));
  const isOther = nextNick !== nick || nextTimeout !== timeoutUntil;
  const passed = member.pending !== before.pending;
  if (given.length + taken.length === 0 && !isOther && !passed) return undefined;
  const entry = (kind: Entry['kind'], roleId?: string) => ({
    guildId: guild.id,
    kind,
    userId,
    ...(roleId !== undefined && { role: named(roleIn(guild, roleId)) }),
    ...cause,
  });
  return {
    writes: [putMember(guild.id, member)],
    events: [{ type: 'member-updated', guildId: guild.id, member }],
    entries: [
      ...given.map((id) => entry('role_given', id)),
      ...taken.map((id) => entry('role_taken', id)),
      ...(isOther ? [{ ...entry('member_changed'), changes: memberDifferences(before, member) }] : []),
    ],
  };
}

/** Gives a role. Does nothing if the member already has it. */
export function giveRole(guild: Guild, userId: string, roleId: string, cause: Cause): Change {
  const { roles } = memberIn(guild, userId);
  roleIn(guild, roleId);
  return changeMember(guild, userId, { roles: [...roles, roleId] }, cause);
}

/** Removes a role. Does nothing if the member doesn't have it. */
export function takeRole(guild: Guild, userId: string, roleId: string, cause: Cause): Change {
  const { roles } = memberIn(guild, userId);
  roleIn(guild, roleId);
  return changeMember(guild, userId, { roles: roles.filter((id) => id !== roleId) }, cause);
}
