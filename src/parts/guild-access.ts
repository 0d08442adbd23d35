import type { DiscordAccess } from '../discord/rest.ts';
import type { Sandbox } from '../sandbox/index.ts';
import type { Ground } from './ground.ts';

/** The way to the chat platform, and the guilds that we work in. */
export type GuildAccess = DiscordAccess & { readonly guildIds: readonly string[] };

/** @returns undefined where this process has neither an application of the platform's nor the sandbox */
export function guildAccess(
  { config, secrets }: Ground,
  sandbox: Sandbox | undefined,
): GuildAccess | undefined {
  if (config.discord) return config.discord;
  return sandbox && { token: secrets.sandboxToken, guildIds: [sandbox.guildId], apiUrl: sandbox.apiUrl };
}
