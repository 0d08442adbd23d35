import {
  Client,
  Events,
  GatewayIntentBits,
  type GuildMember,
  type Interaction,
  type PartialGuildMember,
  Partials,
  type Role,
} from 'discord.js';
import type { Member, MemberRef } from '../access/community.ts';
import { Fault } from '../errors.ts';
import type { Logger } from '../log.ts';
import { type DiscordAccess, restOptions } from './rest.ts';

/** How long the platform may take to greet the bot, in milliseconds. */
const READY_TIMEOUT = 30_000;

export interface GatewayOptions extends DiscordAccess {
  readonly guildIds: readonly string[];
  readonly log: Logger;
  /** Somebody joined a guild of ours, perhaps long after paying. */
  onMemberJoined(member: MemberRef): Promise<void>;
  /** A member of a guild of ours has other roles than before, or has passed the screening. */
  onMemberUpdated(ref: MemberRef, member: Member): Promise<void>;
  /** Something changed in these guilds that may have been in the way of the bot: a role, its rank, a permission. */
  onMended(guildIds: readonly string[]): Promise<void>;
  /** Somebody asked something of the bot, anywhere. Never rejects. */
  onInteraction(interaction: Interaction): Promise<void>;
  /** The bot was invited to a guild of ours. */
  onInvited(guildId: string): Promise<void>;
}

/** The bot's presence in the chat: one gateway connection that the library keeps alive. */
export interface Gateway {
  /** The bot's name on the platform. */
  readonly name: string;
  /** How many members a guild has; undefined where it isn't known. */
  memberCount(guildId: string): number | undefined;
  close(): Promise<void>;
}

/**
 * Logs in and waits until the bot is ready.
 * @throws Fault `DISCORD_LOGIN_FAILED`
 */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { log } = options;
  const client = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMembers],
    // Without, the library keeps quiet about updates of members whom it hasn't met in this session.
    partials: [Partials.GuildMember],
    rest: restOptions(options),
  });
  client.on(Events.Error, (error) => log.error({ err: error }, 'gateway error'));
  client.on(Events.ShardDisconnect, (event) =>
    log.error({ code: event.code }, 'gateway disconnected for good'),
  );
  client.on(Events.ShardReconnecting, () => log.warn('gateway lost, reconnecting'));
  listen(client, options);
  try {
    const [name] = await Promise.all([greeting(client), client.login(options.token)]);
    return {
      name,
      memberCount: (guildId) => client.guilds.cache.get(guildId)?.memberCount,
      close() {
        // From here on a lost connection is what was asked for.
        client.removeAllListeners(Events.ShardReconnecting);
        return client.destroy();
      },
    };
  } catch (cause) {
    await client.destroy();
    throw new Fault(
      'DISCORD_LOGIN_FAILED',
      `The bot can't log in to the chat platform: ${cause instanceof Error ? cause.message : 'unknown reason'}\nCheck DISCORD_TOKEN, and that the Server Members intent is enabled in the developer portal.`,
      { cause },
    );
  }
}

/** The bot's name once it is ready, or a rejection when that takes too long. */
async function greeting(client: Client): Promise<string> {
  const signal = AbortSignal.timeout(READY_TIMEOUT);
  return new Promise((resolve, reject) => {
    client.once(Events.ClientReady, (ready) => resolve(ready.user.username));
    signal.addEventListener('abort', () => reject(new Error('it was not greeted in time')));
  });
}

/** Hands on what concerns us. A failure is logged: what it kept from being done, the next sweep does. */
function listen(client: Client, options: GatewayOptions): void {
  const { guildIds, log, onMemberJoined, onMemberUpdated, onMended, onInteraction, onInvited } = options;
  const handle = (guildId: string, work: () => Promise<void>) => {
    if (!guildIds.includes(guildId)) return;
    work().catch((error) => log.error({ err: error, guildId }, 'a gateway event could not be handled'));
  };
  const mended = (guildId: string) => handle(guildId, () => onMended([guildId]));
  client.on(Events.GuildMemberAdd, (member) => handle(member.guild.id, () => onMemberJoined(toRef(member))));
  client.on(Events.InteractionCreate, onInteraction);
  client.on(Events.GuildCreate, (guild) => {
    mended(guild.id);
    handle(guild.id, () => onInvited(guild.id));
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
  // What happened while the bot was away was announced to nobody.
  client.on(Events.ClientReady, () => {
    for (const guildId of guildIds) mended(guildId);
  });
}

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
