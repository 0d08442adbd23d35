import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { Channel, GuildRecord, Member, User, Write } from '../records.ts';
import type { CommunityState } from '../state.ts';
import { type Change, putMember, putRole } from './change.ts';

/** Creates a guild with @everyone, the bot's managed role, one channel, and its first members. */
export function foundGuild(
  state: CommunityState,
  guild: GuildRecord,
  ids: { botRoleId: string; channelId: string },
  people: { users: readonly User[]; joinedAt: string; botPermissions: bigint },
): Change {
  const { botId } = state.application;
  const member = (userId: string, roles: string[]): Member => ({
    userId,
    roles,
    joinedAt: people.joinedAt,
    pending: false,
  });
  const everyone = {
    id: guild.id,
    name: '@everyone',
    position: 0,
    permissions: String(PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages),
  };
  const own = {
    id: ids.botRoleId,
    name: state.application.name,
    position: 1,
    permissions: String(people.botPermissions),
    managed: true,
    managedFor: { botId },
  };
  const channel: Channel = {
    id: ids.channelId,
    in: { guildId: guild.id },
    name: 'general',
    position: 0,
    overwrites: [],
  };
  const writes: Write[] = [
    ...people.users.map((user): Write => ({ kind: 'user', within: '', id: user.id, value: user })),
    { kind: 'guild', within: '', id: guild.id, value: guild },
    ...[everyone, own].map((role) => putRole(guild.id, { color: 0, hoist: false, managed: false, ...role })),
    { kind: 'channel', within: '', id: channel.id, value: channel },
    ...people.users.map(({ id }) => putMember(guild.id, member(id, []))),
    putMember(guild.id, member(botId, [ids.botRoleId])),
  ];
  return { writes, events: [{ type: 'guild-added', guildId: guild.id }] };
}
