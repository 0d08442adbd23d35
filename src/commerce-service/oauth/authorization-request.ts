import Type, { type Static } from 'typebox';
import { Refusal } from '../api/refusal.ts';
import type { Service } from '../service.ts';
import { parseScope, type Scope } from './client-schema.ts';
import { type Client, findClient } from './clients.ts';

/** Query parameters of an authorization request. A repeated parameter is parsed as an array and therefore refused. */
export const AuthorizationQuery = Type.Object({
  client_id: Type.Optional(Type.String({ description: 'The client id of the application.' })),
  redirect_uri: Type.Optional(
    Type.String({ description: 'Address to return to. It must exactly match a registered address.' }),
  ),
  response_type: Type.Optional(Type.String({ description: 'Only "code".' })),
  scope: Type.Optional(
    Type.String({
      description:
        'Space-separated list of profile, email, memberships and social_accounts. Defaults to all scopes that the application may request. Other scopes are ignored.',
    }),
  ),
  state: Type.Optional(Type.String({ description: 'Returned unchanged.' })),
  code_challenge: Type.Optional(
    Type.String({ description: 'PKCE (RFC 7636): the Base64url of the SHA-256 of a secret verifier.' }),
  ),
  code_challenge_method: Type.Optional(Type.String({ description: 'Only "S256".' })),
});
type AuthorizationQuery = Static<typeof AuthorizationQuery>;

/** A valid authorization request, ready for the consent page. */
export interface AuthorizationRequest {
  readonly client: Client;
  readonly redirectUri: string;
  readonly scopes: readonly Scope[];
  readonly state: string | undefined;
  readonly codeChallenge: string | undefined;
}

/**
 * Parses and checks an authorization request. Until the redirect URI is verified, errors are shown here instead of being
 * returned to the application: an open redirector helps phishers (RFC 6749, 4.1.2.1; RFC 9700, 4.11).
 * @returns the request, or the redirect that returns an error to the application
 * @throws Refusal if the client or the redirect URI is unknown, so the browser can't be sent back
 */
export async function readRequest(
  service: Service,
  parameters: string,
): Promise<AuthorizationRequest | { readonly location: string }> {
  const query: AuthorizationQuery = Object.fromEntries(new URLSearchParams(parameters));
  const client = query.client_id === undefined ? undefined : await findClient(service, query.client_id);
  if (!client) throw new Refusal('invalid', ({ refusals }) => refusals.noApplication);
  const redirectUri = client.redirectUris.find((uri) => uri === query.redirect_uri);
  if (redirectUri === undefined) throw new Refusal('invalid', ({ refusals }) => refusals.otherRedirect);
  const { state, code_challenge: codeChallenge } = query;
  const scopes = parseScope(query.scope, client.scopes);
  const refused = refusalOf(query, scopes);
  if (refused) return { location: backTo(service, { redirectUri, state }, refused) };
  return { client, redirectUri, scopes, state, codeChallenge };
}

function refusalOf(query: AuthorizationQuery, scopes: readonly Scope[]) {
  const refuse = (error: string, error_description: string) => ({ error, error_description });
  if (query.response_type === undefined) return refuse('invalid_request', 'response_type is required.');
  if (query.response_type !== 'code')
    return refuse('unsupported_response_type', 'response_type must be code.');
  if (scopes.length === 0)
    return refuse('invalid_scope', 'scope contains nothing that this application may request.');
  const { code_challenge: challenge, code_challenge_method: method } = query;
  if (challenge === undefined)
    return method === undefined ? undefined : refuse('invalid_request', 'code_challenge is required.');
  if (method !== 'S256') return refuse('invalid_request', 'code_challenge_method must be S256.');
  if (!/^[\w-]{43}$/.test(challenge))
    return refuse('invalid_request', 'code_challenge must be 43 characters of Base64url.');
  return undefined;
}

/**
 * Builds the redirect back to the application. `iss` identifies this service, so that its responses can't be mixed up
 * with those of another authorization server (RFC 9207).
 */
export function backTo(
  { publicUrl }: Service,
  request: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  answer: Readonly<Record<string, string>>,
): string {
  const location = new URL(request.redirectUri);
  for (const [name, value] of Object.entries(answer)) location.searchParams.set(name, value);
  if (request.state !== undefined) location.searchParams.set('state', request.state);
  location.searchParams.set('iss', publicUrl);
  return location.href;
}
