import { GatewayDispatchEvents, GatewayIntentBits } from 'discord-api-types/v10';
import type { CommunityEvent } from '../changes/change.ts';
import { toBotMessage } from '../messages/present.ts';
import { toApiGuild, toApiMember, toApiRole, toApiUser, userOrGone } from '../present.ts';
import { channelsOf, toApiTextChannel } from '../present-channel.ts';
import type { Message } from '../records.ts';
import type { CommunityState, Guild } from '../state.ts';
import { toApiTime } from '../timestamp.ts';
import type { GatewayEvent } from './payloads.ts';

/** Member count above which a guild is "large", unless the client sets its own threshold. */
const LARGE = 50;

/** Converts a change to a gateway event; undefined if the session's intents don't include it. */
export function toGatewayEvent(
  state: CommunityState,
  event: CommunityEvent,
  intents: number,
): GatewayEvent | undefined {
  if (!(intents & intentFor(state, event))) return undefined;
  switch (event.type) {
    case 'guild-added': {
      const guild = state.guilds.get(event.guildId);
      return guild && guildCreated(state, guild);
    }
    case 'guild-removed':
      return { t: GatewayDispatchEvents.GuildDelete, d: { id: event.guildId } };
    case 'member-added':
    case 'member-updated':
      return memberEvent(state, event);
    case 'member-removed': {
      const user = toApiUser(userOrGone(state, event.userId));
      return { t: GatewayDispatchEvents.GuildMemberRemove, d: { guild_id: event.guildId, user } };
    }
    case 'role-created':
    case 'role-updated':
    case 'role-deleted':
      return roleEvent(event);
    case 'channel-created':
      return {
        t: GatewayDispatchEvents.ChannelCreate,
        d: { ...toApiTextChannel(event.channel, event.guildId), guild_id: event.guildId },
      };
    case 'message-created':
    case 'message-updated':
    case 'message-deleted':
      return event.message.visibleTo === undefined ? messageEvent(state, event) : undefined;
  }
}

/** Matches every session with at least one intent. */
const ALWAYS = -1;

/** https://discord.com/developers/docs/events/gateway#list-of-intents */
function intentFor(state: CommunityState, event: CommunityEvent): number {
  switch (event.type) {
    case 'member-updated':
      // A bot gets its own updates whatever its intents:
      // https://discord.com/developers/docs/events/gateway-events#guild-member-update
      return event.member.userId === state.application.botId ? ALWAYS : GatewayIntentBits.GuildMembers;
    case 'member-added':
    case 'member-removed':
      return GatewayIntentBits.GuildMembers;
    case 'message-created':
    case 'message-updated':
    case 'message-deleted':
      return guildOf(state, event.message) === undefined
        ? GatewayIntentBits.DirectMessages
        : GatewayIntentBits.GuildMessages;
    default:
      return GatewayIntentBits.Guilds;
  }
}

/** Returns GUILD_CREATE, the first event about a guild. It has no presences, and of the members only the bot. */
export function guildCreated(state: CommunityState, guild: Guild, largeThreshold = LARGE): GatewayEvent {
  const self = guild.members.get(state.application.botId);
  return {
    t: GatewayDispatchEvents.GuildCreate,
    d: {
      ...toApiGuild(guild),
      joined_at: self ? toApiTime(self.joinedAt) : '',
      large: guild.members.size > largeThreshold,
      unavailable: false,
      member_count: guild.members.size,
      members: self ? [toApiMember(state, self)] : [],
      channels: channelsOf(state, guild.id),
      threads: [],
      presences: [],
      voice_states: [],
      stage_instances: [],
      guild_scheduled_events: [],
      soundboard_sounds: [],
    },
  };
}

function memberEvent(
  state: CommunityState,
  { type, guildId, member }: Extract<CommunityEvent, { member: unknown }>,
): GatewayEvent {
  const d = { avatar: null, banner: null, ...toApiMember(state, member), guild_id: guildId };
  return type === 'member-added'
    ? { t: GatewayDispatchEvents.GuildMemberAdd, d }
    : { t: GatewayDispatchEvents.GuildMemberUpdate, d };
}

function roleEvent(event: Extract<CommunityEvent, { type: `role-${string}` }>): GatewayEvent {
  const guild_id = event.guildId;
  if (event.type === 'role-deleted')
    return { t: GatewayDispatchEvents.GuildRoleDelete, d: { guild_id, role_id: event.roleId } };
  const d = { guild_id, role: toApiRole(event.role) };
  return event.type === 'role-created'
    ? { t: GatewayDispatchEvents.GuildRoleCreate, d }
    : { t: GatewayDispatchEvents.GuildRoleUpdate, d };
}

function messageEvent(
  state: CommunityState,
  { type, message }: Extract<CommunityEvent, { message: unknown }>,
): GatewayEvent {
  const guildId = guildOf(state, message);
  const guild = guildId === undefined ? {} : { guild_id: guildId };
  if (type === 'message-deleted') {
    const { id, channelId: channel_id } = message;
    return { t: GatewayDispatchEvents.MessageDelete, d: { id, channel_id, ...guild } };
  }
  const d = { ...toBotMessage(state, message), ...guild, ...authorIn(state, message, guildId) };
  return type === 'message-created'
    ? { t: GatewayDispatchEvents.MessageCreate, d }
    : { t: GatewayDispatchEvents.MessageUpdate, d };
}

/** Returns the author as a member, unless they left or the message answers an interaction. */
function authorIn(state: CommunityState, { authorId, interaction }: Message, guildId: string | undefined) {
  const member = guildId === undefined ? undefined : state.guilds.get(guildId)?.members.get(authorId);
  if (!member || interaction) return {};
  const { user: _, ...rest } = toApiMember(state, member);
  return { member: { ...rest, avatar: null, banner: null } };
}

/** Returns the guild of an event; undefined for direct messages. */
export const guildIdOf = (state: CommunityState, event: CommunityEvent): string | undefined =>
  'message' in event ? guildOf(state, event.message) : event.guildId;

function guildOf(state: CommunityState, { channelId }: Message): string | undefined {
  const place = state.channels.get(channelId)?.in;
  return place && 'guildId' in place ? place.guildId : undefined;
}
