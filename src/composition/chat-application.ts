import { AUTHORIZE_PAGE } from '../discord/oauth.ts';
import type { SignInApplication } from '../discord/sign-in.ts';
import { SEED } from '../sandbox/index.ts';
import type { Container } from './container.ts';

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
