import { GatewayDispatchEvents, GatewayIntentBits } from 'discord-api-types/v10';
import type { CommunityEvent } from '../changes.ts';
import { toApiGuild, toApiMember, toApiRole, toApiUser } from '../present.ts';
import type { CommunityState, Guild } from '../state.ts';
import type { GatewayEvent } from './payloads.ts';

/** Above how many members a guild is called large, where the client doesn't say. */
const LARGE = 50;

/** Tells a change as the platform would tell this session; undefined where its intents leave it out. */
export function toGatewayEvent(
  state: CommunityState,
  event: CommunityEvent,
  intents: number,
): GatewayEvent | undefined {
  const isOwn = 'member' in event && event.member.userId === state.application.botId;
  switch (event.type) {
    case 'member-added':
    case 'member-updated':
      // A bot is told of its own updates whatever it asked for:
      // https://discord.com/developers/docs/events/gateway-events#guild-member-update
      if (!(intents & GatewayIntentBits.GuildMembers) && !(isOwn && event.type === 'member-updated'))
        return undefined;
      return memberEvent(state, event);
    case 'member-removed':
      return intents & GatewayIntentBits.GuildMembers ? removedEvent(state, event) : undefined;
    case 'role-created':
    case 'role-updated':
    case 'role-deleted':
      return intents & GatewayIntentBits.Guilds ? roleEvent(event) : undefined;
  }
}

/** The first thing that a session learns about a guild: without presences, of its members only itself. */
export function guildCreated(state: CommunityState, guild: Guild, largeThreshold = LARGE): GatewayEvent {
  const self = guild.members.filter(({ userId }) => userId === state.application.botId);
  return {
    t: GatewayDispatchEvents.GuildCreate,
    d: {
      ...toApiGuild(guild),
      joined_at: self[0]?.joinedAt ?? '',
      large: guild.members.length > largeThreshold,
      unavailable: false,
      member_count: guild.members.length,
      members: self.map((member) => toApiMember(state, member)),
      channels: [],
      threads: [],
      presences: [],
      voice_states: [],
      stage_instances: [],
      guild_scheduled_events: [],
      soundboard_sounds: [],
    },
  };
}

type Of<Type extends CommunityEvent['type']> = Extract<CommunityEvent, { type: Type }>;

function memberEvent(
  state: CommunityState,
  { type, guildId, member }: Extract<CommunityEvent, { member: unknown }>,
): GatewayEvent {
  const d = { avatar: null, banner: null, ...toApiMember(state, member), guild_id: guildId };
  return type === 'member-added'
    ? { t: GatewayDispatchEvents.GuildMemberAdd, d }
    : { t: GatewayDispatchEvents.GuildMemberUpdate, d };
}

function removedEvent(
  state: CommunityState,
  { guildId, userId }: Of<'member-removed'>,
): GatewayEvent | undefined {
  const user = state.users.find(({ id }) => id === userId);
  return (
    user && { t: GatewayDispatchEvents.GuildMemberRemove, d: { guild_id: guildId, user: toApiUser(user) } }
  );
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
