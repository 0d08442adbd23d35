import { SimpleShardingStrategy, type WebSocketManager, WebSocketShardEvents } from '@discordjs/ws';
import {
  Client,
  DiscordAPIError,
  DiscordjsErrorCodes,
  Events,
  GatewayIntentBits,
  type GuildMember,
  type Interaction,
  type PartialGuildMember,
  Partials,
  RESTJSONErrorCodes,
  type Role,
  ShardClientUtil,
  Status,
} from 'discord.js';
import pTimeout from 'p-timeout';
import type { Member, MemberRef } from '../access/community.ts';
import { errorCode, Fault } from '../errors.ts';
import type { Logger } from '../observability/log.ts';
import { createLogThrottle } from '../observability/log-throttle.ts';
import { inSpan } from '../observability/trace.ts';
import { closedForGood, nameOf } from './close-codes.ts';
import { type DiscordAccess, restOptions } from './rest.ts';

/** Timeout for each shard to become ready, in milliseconds. */
const READY_TIMEOUT = 30_000;

/** Timeout for closing the connection, in milliseconds. */
const CLOSE_TIMEOUT = 3_000;

/** Interval between logs of the same problem, in milliseconds. The library reconnects twice a second. */
const QUIET = 60_000;

export interface GatewayOptions extends DiscordAccess {
  readonly guildIds: readonly string[];
  readonly log: Logger;
  /** Aborts opening the gateway. */
  readonly stop: AbortSignal;
  /** Whether this process may act on gateway events. Called for each event, since the process may have been paused. */
  mayAct(): boolean;
  /** A user joined one of our guilds, perhaps long after paying. */
  onMemberJoined(member: MemberRef): Promise<void>;
  /** A member's roles changed, or the member passed the screening, in one of our guilds. */
  onMemberUpdated(ref: MemberRef, member: Member): Promise<void>;
  /** A change may have removed an obstacle to the bot: a role was deleted, or a rank or a permission has changed. */
  onMended(guildId: string): Promise<void>;
  /** Events of a guild may have been missed: the bot just joined it, or the gateway session is new. */
  onMissed(guildId: string): Promise<void>;
  /** A user sent an interaction, in any place. Never rejects. */
  onInteraction(interaction: Interaction): Promise<void>;
  /** The bot was added to one of our guilds. */
  onInvited(guildId: string): Promise<void>;
}

/** Gateway connection of the bot, with as many shards as the platform asks for. The library keeps it alive. */
export interface Gateway {
  /** The bot's user name on the platform. */
  readonly name: string;
  /**
   * Aborted when the platform has closed the gateway and the library doesn't reconnect. The reason is Fault
   * `GATEWAY_CLOSED` or `DISCORD_TOKEN_REFUSED`.
   */
  readonly closed: AbortSignal;
  /** Whether all shards are connected at the moment. */
  isConnected(): boolean;
  /** Whether the bot is a member of all our guilds. A guild that is temporarily unavailable counts as well. */
  isInAllGuilds(): boolean;
  memberCount(guildId: string): number | undefined;
  /** Stops acting on events and disconnects. */
  close(): Promise<void>;
}

/**
 * Logs in and waits until the bot is ready.
 * @throws Fault `DISCORD_LOGIN_FAILED` or `DISCORD_TOKEN_REFUSED`; the reason of `stop` if it was aborted before the
 * call
 */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  options.stop.throwIfAborted();
  const { log } = options;
  const throttle = createLogThrottle(QUIET);
  let isOpen = true;
  const follow = (manager: WebSocketManager) => {
    manager.on(WebSocketShardEvents.Closed, ({ code, shardId: shard }) => {
      const say = isOpen ? throttle(`closed ${code}`) : undefined;
      if (say) log.warn({ shard, code, reason: nameOf(code), ...say }, 'gateway lost, reconnecting');
    });
    // A new session lists the guilds of its shard. The library keeps guilds of the previous session that are no longer
    // listed, so remove those here.
    manager.on(WebSocketShardEvents.Ready, ({ data: { guilds, shard: [, count] = [0, 1] }, shardId }) => {
      for (const guildId of options.guildIds) {
        if (ShardClientUtil.shardIdForGuildId(guildId, count) !== shardId) continue;
        if (guilds.some(({ id }) => id === guildId)) continue;
        client.guilds.cache.delete(guildId);
        tellRemoved(log, guildId);
      }
    });
  };
  const client = new Client({
    shards: 'auto',
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMembers],
    // Without this the library drops updates of members that it hasn't cached in this session.
    partials: [Partials.GuildMember],
    rest: restOptions(options),
    ws: {
      // The only place where the library exposes the reason for a closed connection.
      buildStrategy(manager) {
        follow(manager);
        return new SimpleShardingStrategy(manager);
      },
    },
  });
  client.on(Events.Error, (error) => {
    const say = throttle(error.message);
    if (say) log.error({ err: error, ...say }, 'gateway error');
  });
  const leave = () => pTimeout(client.destroy(), { milliseconds: CLOSE_TIMEOUT, message: false });
  const closed = new AbortController();
  client.on(Events.ShardDisconnect, ({ code }) => closed.abort(closedForGood(code)));
  listen(client, { ...options, mayAct: () => isOpen && options.mayAct() });
  try {
    const [name] = await Promise.all([greeting(client, options.stop), client.login(options.token)]);
    return {
      name,
      closed: closed.signal,
      isConnected: () => client.isReady() && client.ws.shards.every(({ status }) => status === Status.Ready),
      isInAllGuilds: () => options.guildIds.every((guildId) => client.guilds.cache.has(guildId)),
      memberCount: (guildId) => client.guilds.cache.get(guildId)?.memberCount,
      async close() {
        // From here on a closed connection is expected.
        isOpen = false;
        await leave();
      },
    };
  } catch (cause) {
    await leave();
    throw new Fault(
      isTokenRefused(cause) ? 'DISCORD_TOKEN_REFUSED' : 'DISCORD_LOGIN_FAILED',
      `The bot can't log in to the chat platform: ${cause instanceof Error ? cause.message : 'unknown reason'}\nCheck DISCORD_TOKEN, and that the Server Members intent is enabled in the developer portal.`,
      { cause },
    );
  }
}

/** Returns whether our token is refused: with 401, which the library gives its own code, or with 400 and a code. */
const isTokenRefused = (cause: unknown): boolean =>
  cause instanceof DiscordAPIError
    ? cause.code === RESTJSONErrorCodes.Unauthorized
    : errorCode(cause) === DiscordjsErrorCodes.TokenInvalid;

/** Resolves to the bot's name once all shards are ready. Rejects if a shard takes too long. */
async function greeting(client: Client, stop: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error('the gateway was not ready in time'));
    const timer = setTimeout(late, READY_TIMEOUT).unref();
    client.on(Events.ShardReady, () => timer.refresh());
    client.once(Events.ClientReady, (ready) => {
      clearTimeout(timer);
      resolve(ready.user.username);
    });
    stop.addEventListener('abort', () => reject(new Error('it was stopped before the gateway was ready')));
  });
}

/** Subscribes to the relevant events. A failed handler is only logged, since the next sweep makes up for it. */
function listen(client: Client, options: GatewayOptions): void {
  const { guildIds, log, mayAct, onMemberJoined, onMemberUpdated, onInteraction, onInvited } = options;
  const { onMended, onMissed } = options;
  const handle = (guildId: string, work: () => Promise<void>) => {
    if (!guildIds.includes(guildId) || !mayAct()) return;
    inSpan('gateway event', { kind: 'asked' }, work).catch((error) =>
      log.error({ err: error, guildId }, 'a gateway event could not be handled'),
    );
  };
  const mended = (guildId: string) => handle(guildId, () => onMended(guildId));
  const missed = (guildId: string) => {
    handle(guildId, () => onMissed(guildId));
    mended(guildId);
  };
  client.on(Events.GuildMemberAdd, (member) => handle(member.guild.id, () => onMemberJoined(toRef(member))));
  client.on(Events.InteractionCreate, async (interaction) => {
    if (mayAct()) await onInteraction(interaction);
  });
  client.on(Events.GuildCreate, (guild) => {
    missed(guild.id);
    handle(guild.id, () => onInvited(guild.id));
  });
  client.on(Events.GuildDelete, ({ id: guildId }) => {
    if (guildIds.includes(guildId)) tellRemoved(log, guildId);
  });
  client.on(Events.GuildRoleUpdate, (before, role) => {
    if (hasOtherRank(before, role)) mended(role.guild.id);
  });
  client.on(Events.GuildRoleDelete, (role) => mended(role.guild.id));
  client.on(Events.GuildMemberUpdate, (before, member) => {
    if (member.id === client.user?.id) return mended(member.guild.id);
    if (hasSameRoles(before, member)) return;
    handle(member.guild.id, () => onMemberUpdated(toRef(member), toMember(member)));
  });
  // Emitted for every new session, but not for a resumed one.
  client.on(Events.ShardReady, (shardId) => {
    const count = client.ws.shards.size;
    for (const guildId of guildIds)
      if (ShardClientUtil.shardIdForGuildId(guildId, count) === shardId) missed(guildId);
  });
}

const tellRemoved = (log: Logger, guildId: string) =>
  log.error(
    { guildId },
    'the bot was removed from this server: invite it again, or remove the server from DISCORD_GUILD_IDS',
  );

/** Returns whether the change may give the bot a permission that it lacked. */
const hasOtherRank = (before: Role, role: Role): boolean =>
  before.rawPosition !== role.rawPosition || !before.permissions.equals(role.permissions);

/** Returns whether no relevant field has changed. False for an uncached member, whose old values are unknown. */
const hasSameRoles = (before: GuildMember | PartialGuildMember, member: GuildMember): boolean =>
  !before.partial && before.pending === member.pending && before.roles.cache.equals(member.roles.cache);

const toRef = ({ guild, id }: GuildMember): MemberRef => ({ guildId: guild.id, userId: id });

const toMember = ({ guild, roles, pending, user }: GuildMember): Member => ({
  // The library includes the @everyone role, the platform's REST API doesn't.
  roleIds: roles.cache.map((role) => role.id).filter((roleId) => roleId !== guild.id),
  isPending: pending,
  isBot: user.bot,
});
