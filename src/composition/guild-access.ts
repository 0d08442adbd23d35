import { type Caller, createCaller } from '../discord/caller.ts';
import { createRest, type DiscordAccess } from '../discord/rest.ts';
import type { Sandbox } from '../sandbox/index.ts';
import type { Container } from './container.ts';

/** Access to the chat platform, and the configured guilds. */
export interface GuildAccess extends DiscordAccess {
  readonly guildIds: readonly string[];
  /** One caller for all parts, so that they share what is known of the platform's rate limits. */
  readonly call: Caller;
}

/** @returns undefined if this process has neither the platform's application nor the sandbox */
export function guildAccess(
  { config, secrets, clock, metrics }: Pick<Container, 'config' | 'secrets' | 'clock' | 'metrics'>,
  sandbox: Pick<Sandbox, 'guildId' | 'apiUrl'> | undefined,
): GuildAccess | undefined {
  const place =
    config.discord ??
    (sandbox && { token: secrets.sandboxToken, guildIds: [sandbox.guildId], apiUrl: sandbox.apiUrl });
  if (!place) return undefined;
  const access = { ...place, metrics };
  return { ...access, call: createCaller(createRest(access), access.token, clock) };
}
