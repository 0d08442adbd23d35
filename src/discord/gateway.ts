import { setTimeout as wait } from 'node:timers/promises';
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
import type { Member, MemberRef } from '../access/community.ts';
import { errorCode, Fault } from '../errors.ts';
import type { Logger } from '../log.ts';
import { createLogThrottle } from '../log-throttle.ts';
import { inSpan } from '../trace.ts';
import { closedForGood, nameOf } from './closed.ts';
import { type DiscordAccess, restOptions } from './rest.ts';

/** How long the platform may take to greet each shard of the bot, in milliseconds. */
const READY_TIMEOUT = 30_000;

/** How long the platform may take to answer a goodbye, in milliseconds. */
const CLOSE_TIMEOUT = 3_000;

/** How long the same trouble is not logged again, in milliseconds: the library reconnects twice a second. */
const QUIET = 60_000;

export interface GatewayOptions extends DiscordAccess {
  readonly guildIds: readonly string[];
  readonly log: Logger;
  /** Cuts the opening short. */
  readonly stop: AbortSignal;
  /** Whether what the gateway tells is this process's to act on. Asked each time: it may have been paused. */
  mayAct(): boolean;
  /** Somebody joined a guild of ours, perhaps long after paying. */
  onMemberJoined(member: MemberRef): Promise<void>;
  /** A member of a guild of ours has other roles than before, or has passed the screening. */
  onMemberUpdated(ref: MemberRef, member: Member): Promise<void>;
  /** Something changed in a guild that may have been in the way of the bot: a role, its rank, a permission. */
  onMended(guildId: string): Promise<void>;
  /** What happened in a guild until now was announced to nobody: the bot is new there, or its session is. */
  onMissed(guildId: string): Promise<void>;
  /** Somebody asked something of the bot, anywhere. Never rejects. */
  onInteraction(interaction: Interaction): Promise<void>;
  /** The bot was invited to a guild of ours. */
  onInvited(guildId: string): Promise<void>;
}

/** The bot's presence in the chat: as many connections as the platform asks for, kept alive by the library. */
export interface Gateway {
  /** The bot's name on the platform. */
  readonly name: string;
  /** Aborted, with the Fault `GATEWAY_CLOSED` or `DISCORD_TOKEN_REFUSED`, once the platform has closed it and the library does not come back. */
  readonly closed: AbortSignal;
  /** Whether every shard is connected at the moment. */
  isConnected(): boolean;
  /** Whether the bot is in all guilds of ours. One that the platform has no data of at the moment still counts. */
  isInAllGuilds(): boolean;
  /** How many members a guild has; undefined where it isn't known. */
  memberCount(guildId: string): number | undefined;
  /** Acts on nothing from now on, and disconnects. */
  close(): Promise<void>;
}

/**
 * Logs in and waits until the bot is ready.
 * @throws Fault `DISCORD_LOGIN_FAILED`, or `DISCORD_TOKEN_REFUSED`; the reason of `stop` where that was aborted before
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
    // A new session names the servers of its shard. The library forgets none that it knew from the one before.
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
    // Without, the library keeps quiet about updates of members whom it hasn't met in this session.
    partials: [Partials.GuildMember],
    rest: restOptions(options),
    ws: {
      // The one place where the library hands over what tells why a connection was closed.
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
        // From here on a lost connection is what was asked for.
        isOpen = false;
        await Promise.race([client.destroy(), wait(CLOSE_TIMEOUT, undefined, { ref: false })]);
      },
    };
  } catch (cause) {
    await client.destroy();
    throw new Fault(
      isTokenRefused(cause) ? 'DISCORD_TOKEN_REFUSED' : 'DISCORD_LOGIN_FAILED',
      `The bot can't log in to the chat platform: ${cause instanceof Error ? cause.message : 'unknown reason'}\nCheck DISCORD_TOKEN, and that the Server Members intent is enabled in the developer portal.`,
      { cause },
    );
  }
}

/** Whether the platform doesn't take our token: 401, which the library gives a code of its own, or 400 with a code. */
const isTokenRefused = (cause: unknown): boolean =>
  cause instanceof DiscordAPIError
    ? cause.code === RESTJSONErrorCodes.Unauthorized
    : errorCode(cause) === DiscordjsErrorCodes.TokenInvalid;

/** The bot's name once all its shards are ready, or a rejection when one of them takes too long. */
async function greeting(client: Client, stop: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error('it was not greeted in time'));
    const timer = setTimeout(late, READY_TIMEOUT).unref();
    client.on(Events.ShardReady, () => timer.refresh());
    client.once(Events.ClientReady, (ready) => {
      clearTimeout(timer);
      resolve(ready.user.username);
    });
    stop.addEventListener('abort', () => reject(new Error('it was stopped before it was greeted')));
  });
}

/** Hands on what concerns us. A failure is logged: what it kept from being done, the next sweep does. */
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
  // Told of each new session, and of none that was resumed.
  client.on(Events.ShardReady, (shardId) => {
    const count = client.ws.shards.size;
    for (const guildId of guildIds)
      if (ShardClientUtil.shardIdForGuildId(guildId, count) === shardId) missed(guildId);
  });
}

const tellRemoved = (log: Logger, guildId: string) =>
  log.error(
    { guildId },
    'the bot was removed from this server: invite it again, or take the server out of DISCORD_GUILD_IDS',
  );

/** Whether the bot may now be allowed what it wasn't before. */
const hasOtherRank = (before: Role, role: Role): boolean =>
  before.rawPosition !== role.rawPosition || !before.permissions.equals(role.permissions);

/** Whether nothing changed that concerns us; of whom the library hasn't met it can't tell. */
const hasSameRoles = (before: GuildMember | PartialGuildMember, member: GuildMember): boolean =>
  !before.partial && before.pending === member.pending && before.roles.cache.equals(member.roles.cache);

const toRef = ({ guild, id }: GuildMember): MemberRef => ({ guildId: guild.id, userId: id });

const toMember = ({ guild, roles, pending, user }: GuildMember): Member => ({
  // The library counts the role that everybody has, the platform doesn't.
  roleIds: roles.cache.map((role) => role.id).filter((roleId) => roleId !== guild.id),
  isPending: pending,
  isBot: user.bot,
});
