import type {
  APIInteractionDataResolved,
  APIInteractionDataResolvedChannel,
  APIInteractionDataResolvedGuildMember,
  APIRole,
  APIUser,
} from 'discord-api-types/v10';
import { permissionsIn, permissionsOf } from '../permissions.ts';
import { toApiMember, toApiRole, toApiUser } from '../present.ts';
import { toApiTextChannel } from '../present-channel.ts';
import type { Channel, Member } from '../records.ts';
import type { Guild } from '../state.ts';
import type { Scene } from './base.ts';

/** The entities that the ids in an interaction's data refer to. */
export interface Resolved {
  readonly users: Record<string, APIUser>;
  readonly members: Record<string, APIInteractionDataResolvedGuildMember>;
  readonly roles: Record<string, APIRole>;
  readonly channels: Record<string, APIInteractionDataResolvedChannel>;
}

/** Ids in an interaction's data. The id of a mentionable is listed under both users and roles: its kind is unknown. */
export interface Named {
  readonly users?: readonly string[];
  readonly roles?: readonly string[];
  readonly channels?: readonly string[];
}

/**
 * Returns the entities with these ids:
 * https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object-resolved-data-structure
 */
export function resolve(scene: Scene, { users = [], roles = [], channels = [] }: Named): Resolved {
  const { state, guild } = scene;
  return {
    users: byId(users, (id) => {
      const user = state.users.get(id);
      return user && toApiUser(user);
    }),
    members: byId(users, (id) => {
      const member = guild?.members.get(id);
      return guild && member && toResolvedMember(scene, guild, member);
    }),
    roles: byId(roles, (id) => {
      const role = guild?.roles.get(id);
      return role && toApiRole(role);
    }),
    channels: byId(channels, (id) => {
      const channel = state.channels.get(id);
      return channel && toResolvedChannel(scene, channel);
    }),
  };
}

/** Leaves out empty kinds, and `resolved` itself if all are empty. */
export function withoutEmpty(resolved: Resolved): { resolved?: APIInteractionDataResolved } {
  const { users, members, roles, channels } = resolved;
  const some = (record: object) => Object.keys(record).length > 0;
  if (![users, members, roles, channels].some(some)) return {};
  return {
    resolved: {
      ...(some(users) && { users }),
      ...(some(members) && { members }),
      ...(some(roles) && { roles }),
      ...(some(channels) && { channels }),
    },
  };
}

function byId<Value>(ids: readonly string[], find: (id: string) => Value | undefined): Record<string, Value> {
  return Object.fromEntries(
    ids.flatMap((id) => {
      const found = find(id);
      return found === undefined ? [] : [[id, found]];
    }),
  );
}

function toResolvedMember({ state, channel }: Scene, guild: Guild, member: Member) {
  const { user: _, deaf: __, mute: ___, ...rest } = toApiMember(state, member);
  const isHere = 'guildId' in channel.in && channel.in.guildId === guild.id;
  const held = isHere ? permissionsIn(guild, channel, member) : permissionsOf(guild, member);
  return { ...rest, permissions: String(held) };
}

/** Converts a channel of the guild; undefined if the member can't see it. */
function toResolvedChannel({ state, guild, member }: Scene, channel: Channel) {
  if (!guild || !member || !('guildId' in channel.in) || channel.in.guildId !== guild.id) return undefined;
  const permissions = permissionsIn(guild, channel, member);
  const self = guild.members.get(state.application.botId);
  if (permissions === 0n) return undefined;
  const { id, name, type } = toApiTextChannel(channel, guild.id);
  return {
    id,
    name,
    type,
    permissions: String(permissions),
    app_permissions: String(self ? permissionsIn(guild, channel, self) : 0n),
  };
}
