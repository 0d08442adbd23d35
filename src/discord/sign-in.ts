import { Routes } from 'discord-api-types/v10';
import { ISSUER } from './oauth.ts';
import { restOptions, USER_AGENT } from './rest.ts';

/** OAuth application with which users sign in at the platform. */
export interface SignInApplication {
  readonly name: string;
  readonly authorizePage: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiUrl?: string | undefined;
}

/**
 * Describes the platform as a generic OAuth provider for signing in.
 * @see https://discord.com/developers/docs/reference#image-formatting
 */
export function signInProvider({ name, authorizePage, clientId, clientSecret, apiUrl }: SignInApplication) {
  const { api, version } = restOptions({ token: '', ...(apiUrl !== undefined && { apiUrl }) });
  const base = `${api}/v${version}`;
  return {
    name,
    authorizeUrl: authorizePage,
    clientId,
    clientSecret,
    scopes: ['identify'],
    issuer: ISSUER,
    tokenUrl: `${base}${Routes.oauth2TokenExchange()}`,
    userUrl: `${base}${Routes.user()}`,
    userAgent: USER_AGENT,
    fields: { id: 'id', name: 'username', avatar: 'avatar' },
    imageUrl: 'https://cdn.discordapp.com/avatars/{id}/{avatar}.png',
  };
}
