import { Client, Events, GatewayIntentBits } from 'discord.js';
import { Fault } from '../errors.ts';
import type { Logger } from '../log.ts';
import { type DiscordAccess, restOptions } from './rest.ts';

/** How long the platform may take to greet the bot, in milliseconds. */
const READY_TIMEOUT = 30_000;

export interface GatewayOptions extends DiscordAccess {
  readonly guildIds: readonly string[];
  readonly log: Logger;
  /** Somebody joined a guild of ours, perhaps long after paying. */
  onMemberJoined(guildId: string, userId: string): Promise<void>;
}

/** The bot's presence in the chat: one gateway connection that the library keeps alive. */
export interface Gateway {
  /** The bot's name on the platform. */
  readonly name: string;
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
    rest: restOptions(options),
  });
  client.on(Events.Error, (error) => log.error({ err: error }, 'gateway error'));
  client.on(Events.ShardDisconnect, (event) =>
    log.error({ code: event.code }, 'gateway disconnected for good'),
  );
  client.on(Events.ShardReconnecting, () => log.warn('gateway lost, reconnecting'));
  client.on(Events.GuildMemberAdd, (member) => {
    if (!options.guildIds.includes(member.guild.id)) return;
    options.onMemberJoined(member.guild.id, member.id).catch((error) => {
      log.error({ err: error, guildId: member.guild.id, userId: member.id }, 'a join could not be handled');
    });
  });
  try {
    const [name] = await Promise.all([greeting(client), client.login(options.token)]);
    return {
      name,
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
