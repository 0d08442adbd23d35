import { OAuth2Scopes, type RESTPostOAuth2AuthorizationQueryResult } from 'discord-api-types/v10';
import Type, { type Static } from 'typebox';

/** The application as the developer portal knows it. */
export interface OAuthApplication {
  readonly clientSecret: string;
  /** The addresses that users may be sent back to; any other is refused. */
  readonly redirectUris: readonly string[];
}

/** https://discord.com/developers/docs/topics/oauth2#authorization-code-grant */
export const AuthorizationQuery = Type.Object({
  client_id: Type.Optional(Type.String()),
  redirect_uri: Type.Optional(Type.String()),
  response_type: Type.Optional(Type.String()),
  scope: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
  prompt: Type.Optional(Type.String()),
  code_challenge: Type.Optional(Type.String()),
  code_challenge_method: Type.Optional(Type.String()),
});
export type AuthorizationQuery = Static<typeof AuthorizationQuery>;

/** What an application asks for: to be shown, to be told on a page, or to be sent back with. */
export type Request =
  | {
      readonly kind: 'asks';
      readonly redirectUri: string;
      readonly scopes: readonly string[];
      readonly challenge: string | undefined;
    }
  | { readonly kind: 'unusable'; readonly message: string }
  | { readonly kind: 'wrong'; readonly location: string };

const SCOPES: ReadonlySet<string> = new Set(Object.values(OAuth2Scopes));

/** Nobody is ever sent to an address that is not registered. */
export function readRequest(
  query: AuthorizationQuery,
  clientId: string,
  { redirectUris }: OAuthApplication,
): Request {
  const { client_id, redirect_uri: redirectUri, response_type, scope = '', state } = query;
  if (client_id !== clientId) return { kind: 'unusable', message: 'Unknown application.' };
  if (redirectUri === undefined || !redirectUris.includes(redirectUri))
    return { kind: 'unusable', message: 'Invalid OAuth2 redirect_uri.' };
  const wrong = (error: string, description: string): Request => ({
    kind: 'wrong',
    location: withError(redirectUri, error, description, state),
  });
  const scopes = scope.split(' ').filter((each) => each !== '');
  if (response_type !== 'code')
    return wrong(
      'unsupported_response_type',
      'The authorization server does not support this response type.',
    );
  if (scopes.length === 0 || !scopes.every((each) => SCOPES.has(each)))
    return wrong('invalid_scope', 'The requested scope is invalid, unknown, or malformed.');
  const { code_challenge: challenge, code_challenge_method: method } = query;
  // Only S256 is offered: https://discord.com/.well-known/oauth-authorization-server
  if (challenge !== undefined && (method !== 'S256' || !/^[\w-]{43}$/.test(challenge)))
    return wrong('invalid_request', 'The code challenge or its method is invalid.');
  return { kind: 'asks', redirectUri, scopes, challenge };
}

/** Sends the user back with a code. */
export function withCode(redirectUri: string, code: string, state: string | undefined): string {
  const result: RESTPostOAuth2AuthorizationQueryResult = {
    code,
    ...(state !== undefined && { state }),
    iss: 'https://discord.com',
  };
  return withParameters(redirectUri, { ...result });
}

/** Sends the user back because they said no. */
export const withRefusal = (redirectUri: string, state: string | undefined): string =>
  withError(
    redirectUri,
    'access_denied',
    'The resource owner or authorization server denied the request',
    state,
  );

const withError = (uri: string, error: string, error_description: string, state: string | undefined) =>
  withParameters(uri, { error, error_description, ...(state !== undefined && { state }) });

function withParameters(uri: string, parameters: Record<string, string>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
