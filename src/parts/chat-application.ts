import { AUTHORIZE_PAGE } from '../discord/oauth.ts';
import type { SignInApplication } from '../discord/sign-in.ts';
import { SEED } from '../sandbox/index.ts';
import type { Ground } from './ground.ts';

/**
 * The application's OAuth side: the platform's, or the sandbox's of this process where no token leads to the platform.
 * @returns undefined where there is none: nobody signs in with a chat account then
 */
export function chatApplication({
  config,
  secrets,
}: Pick<Ground, 'config' | 'secrets'>): SignInApplication | undefined {
  if (config.discord) {
    const { apiUrl } = config.discord;
    const platform = { name: 'Discord', authorizePage: AUTHORIZE_PAGE, apiUrl };
    return config.discordOAuth && { ...platform, ...config.discordOAuth };
  }
  if (!config.parts.has('sandbox')) return undefined;
  return {
    ...{ name: 'the sandbox', authorizePage: `${config.publicUrl}/sandbox/oauth2/authorize` },
    ...{ clientId: SEED.botId, clientSecret: secrets.sandboxClientSecret },
    apiUrl: `${config.localUrl}/sandbox/api`,
  };
}
