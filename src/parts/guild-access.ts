import { type Caller, createCaller } from '../discord/caller.ts';
import { createRest, type DiscordAccess } from '../discord/rest.ts';
import type { Sandbox } from '../sandbox/index.ts';
import type { Ground } from './ground.ts';

/** The way to the chat platform, and the guilds that we work in. */
export interface GuildAccess extends DiscordAccess {
  readonly guildIds: readonly string[];
  /** One for all parts, so that they share what is known of the platform's limits. */
  readonly call: Caller;
}

/** @returns undefined where this process has neither an application of the platform's nor the sandbox */
export function guildAccess(
  { config, secrets, clock, metrics }: Pick<Ground, 'config' | 'secrets' | 'clock' | 'metrics'>,
  sandbox: Pick<Sandbox, 'guildId' | 'apiUrl'> | undefined,
): GuildAccess | undefined {
  const place =
    config.discord ??
    (sandbox && { token: secrets.sandboxToken, guildIds: [sandbox.guildId], apiUrl: sandbox.apiUrl });
  if (!place) return undefined;
  const access = { ...place, metrics };
  return { ...access, call: createCaller(createRest(access), access.token, clock) };
}
