import { GatewayDispatchEvents, GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10';
import { toApiMember } from '../present.ts';
import { ALL_MEMBERS, type TakeFrom } from '../rate-limits.ts';
import type { Member } from '../records.ts';
import type { CommunityState, Guild } from '../state.ts';
import type { GatewayEvent, RequestMembers } from './payloads.ts';

const CHUNK = 1_000;
/** The longest nonce that is returned, in bytes. A longer one is ignored. */
const NONCE_LENGTH = 32;
const SEARCH_LIMIT = 100;

/**
 * Answers a request for members with chunks. Like the platform, returns nothing if the bot isn't allowed to ask:
 * https://discord.com/developers/docs/events/gateway-events#request-guild-members
 */
export function answerMembersRequest(
  deps: { state: CommunityState; take: TakeFrom; intents: number },
  { nonce, ...asked }: RequestMembers,
): GatewayEvent[] {
  const { state, take, intents } = deps;
  const guild = state.guilds.get(asked.guild_id);
  if (!guild?.members.has(state.application.botId)) return [];
  const isFitting = nonce !== undefined && Buffer.byteLength(nonce) <= NONCE_LENGTH;
  const request = { ...asked, ...(isFitting && { nonce }) };
  // A request without ids or name, limited or not, needs the intent:
  // https://github.com/discord/discord-api-docs/issues/5855
  const isOfAll = asked.user_ids === undefined && !asked.query;
  if (isOfAll && !(intents & GatewayIntentBits.GuildMembers)) return [];
  if (wantsAll(request)) {
    const usage = take(ALL_MEMBERS, guild.id);
    if (!usage.allowed) return [tooOften(request, usage.resetAfterMs / 1000)];
  }
  return toChunks(state, guild, request);
}

const wantsAll = ({ query, limit, user_ids }: RequestMembers): boolean =>
  user_ids === undefined && !query && !limit;

function toChunks(state: CommunityState, guild: Guild, request: RequestMembers): GatewayEvent[] {
  const members = select(state, guild, request);
  const missing = idsOf(request).filter((id) => !guild.members.has(id));
  const count = Math.max(1, Math.ceil(members.length / CHUNK));
  return Array.from({ length: count }, (_, index) => ({
    t: GatewayDispatchEvents.GuildMembersChunk,
    d: {
      guild_id: guild.id,
      members: members.slice(index * CHUNK, (index + 1) * CHUNK).map((member) => toApiMember(state, member)),
      chunk_index: index,
      chunk_count: count,
      ...(missing.length > 0 && { not_found: missing }),
      ...(request.nonce !== undefined && { nonce: request.nonce }),
    },
  }));
}

function select(state: CommunityState, guild: Guild, request: RequestMembers): Member[] {
  if (request.user_ids !== undefined) {
    return idsOf(request)
      .map((id) => guild.members.get(id))
      .filter((member) => member !== undefined);
  }
  if (wantsAll(request)) return [...guild.members.values()];
  const prefix = (request.query ?? '').toLowerCase();
  return guild.members
    .values()
    .filter(({ userId, nick }) =>
      [nick, state.users.get(userId)?.username].some((name) => name?.toLowerCase().startsWith(prefix)),
    )
    .take(Math.min(request.limit || SEARCH_LIMIT, SEARCH_LIMIT))
    .toArray();
}

const idsOf = ({ user_ids = [] }: RequestMembers): string[] =>
  typeof user_ids === 'string' ? [user_ids] : user_ids;

function tooOften({ guild_id, nonce }: RequestMembers, retryAfter: number): GatewayEvent {
  return {
    t: GatewayDispatchEvents.RateLimited,
    d: {
      opcode: GatewayOpcodes.RequestGuildMembers,
      retry_after: retryAfter,
      meta: { guild_id, ...(nonce !== undefined && { nonce }) },
    },
  };
}
