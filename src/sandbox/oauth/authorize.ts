import { OAuth2Scopes, type RESTPostOAuth2AuthorizationQueryResult } from 'discord-api-types/v10';
import Type, { type Static } from 'typebox';

/** The application's OAuth settings in the developer portal. */
export interface OAuthApplication {
  readonly clientSecret: string;
  /** Registered redirect URIs; any other is refused. */
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

/** An authorization request: valid, refused with an error page, or refused with a redirect to the application. */
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

/** Validates an authorization request. Never redirects to an unregistered URI. */
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
  // The platform supports only S256: https://discord.com/.well-known/oauth-authorization-server
  if (challenge !== undefined && (method !== 'S256' || !/^[\w-]{43}$/.test(challenge)))
    return wrong('invalid_request', 'The code challenge or its method is invalid.');
  return { kind: 'asks', redirectUri, scopes, challenge };
}

/** Returns the redirect URL for an authorized request. */
export function withCode(redirectUri: string, code: string, state: string | undefined): string {
  const result: RESTPostOAuth2AuthorizationQueryResult = {
    code,
    ...(state !== undefined && { state }),
    iss: 'https://discord.com',
  };
  return withParameters(redirectUri, { ...result });
}

/** Returns the redirect URL for a request that the user denied. */
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
