import { Fault } from '../../errors.ts';
import type { Channel, Entry, Member, Message, Role, Write } from '../records.ts';
import type { CommunityState, Guild } from '../state.ts';

/** An event of the community, for its watchers. It holds the state after the change. */
export type CommunityEvent =
  | { readonly type: 'guild-added' | 'guild-removed'; readonly guildId: string }
  | { readonly type: 'member-added' | 'member-updated'; readonly guildId: string; readonly member: Member }
  | { readonly type: 'member-removed'; readonly guildId: string; readonly userId: string }
  | { readonly type: 'role-created' | 'role-updated'; readonly guildId: string; readonly role: Role }
  | { readonly type: 'role-deleted'; readonly guildId: string; readonly roleId: string }
  | { readonly type: 'channel-created'; readonly guildId: string; readonly channel: Channel }
  | { readonly type: 'message-created' | 'message-updated' | 'message-deleted'; readonly message: Message };

/** An audit log entry before it gets its id and time. */
type NewEntry = Omit<Entry, 'id' | 'at'>;

/** The writes, events and log entries of a change; undefined if there is nothing to change. */
export type Change =
  | {
      readonly writes: readonly Write[];
      readonly events: readonly CommunityEvent[];
      readonly entries?: readonly NewEntry[];
    }
  | undefined;

export interface Cause {
  readonly by: string;
  readonly reason?: string;
}

export const putMember = (guildId: string, value: Member): Write => ({
  kind: 'member',
  within: guildId,
  id: value.userId,
  value,
});

export const putRole = (guildId: string, value: Role): Write => ({
  kind: 'role',
  within: guildId,
  id: value.id,
  value,
});

/** Returns what a log entry stores about a role, which may be deleted later. */
export const named = ({ id, name }: Role) => ({ id, name });

/** @throws Fault `SANDBOX_UNKNOWN_GUILD` */
export function guildIn(state: CommunityState, guildId: string): Guild {
  const guild = state.guilds.get(guildId);
  if (!guild) throw new Fault('SANDBOX_UNKNOWN_GUILD', `There is no guild with the id ${guildId}.`);
  return guild;
}

/** @throws Fault `SANDBOX_UNKNOWN_MEMBER` */
export function memberIn(guild: Guild, userId: string): Member {
  const member = guild.members.get(userId);
  if (!member) throw new Fault('SANDBOX_UNKNOWN_MEMBER', `Nobody with the id ${userId} is in ${guild.name}.`);
  return member;
}

/** @throws Fault `SANDBOX_UNKNOWN_ROLE` */
export function roleIn(guild: Guild, roleId: string): Role {
  const role = guild.roles.get(roleId);
  if (!role) throw new Fault('SANDBOX_UNKNOWN_ROLE', `${guild.name} has no role with the id ${roleId}.`);
  return role;
}
