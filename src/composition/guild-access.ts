import { type Caller, createCaller } from '../discord/caller.ts';
import { AUTHORIZE_PAGE } from '../discord/oauth.ts';
import { createRest, type DiscordAccess } from '../discord/rest.ts';
import type { SignInApplication } from '../discord/sign-in.ts';
import { type Sandbox, SEED } from '../sandbox/index.ts';
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

/**
 * Returns the OAuth application of the chat: the platform's, or the sandbox's if no bot token is configured.
 * @returns undefined if there is neither, so that signing in with a chat account is unavailable
 */
export function chatApplication({
  config,
  secrets,
}: Pick<Container, 'config' | 'secrets'>): SignInApplication | undefined {
  if (config.discord) {
    const { apiUrl } = config.discord;
    const platform = { name: 'Discord', authorizePage: AUTHORIZE_PAGE, apiUrl };
    return config.discordOAuth && { ...platform, ...config.discordOAuth };
  }
  if (!config.parts.has('sandbox')) return undefined;
  return {
    name: 'Sandbox',
    authorizePage: `${config.publicUrl}/sandbox/oauth2/authorize`,
    clientId: SEED.botId,
    clientSecret: secrets.sandboxClientSecret,
    apiUrl: `${config.localUrl}/sandbox/api`,
  };
}
