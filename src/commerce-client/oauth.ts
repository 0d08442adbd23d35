import Type from 'typebox';
import Value from 'typebox/value';
import type { Clock } from '../clock.ts';
import { errorCode, Fault } from '../errors.ts';
import { askJson } from '../network/bounded-body.ts';
import { type Account, grantRefused, readTokens, type Tokens } from '../oauth.ts';
import { createDiscovery, type OAuthCapabilities, tokenEndpoint } from './discovery.ts';
import { refusal, unreachable, unreadable } from './faults.ts';
import { type FieldAliases, withOurNames } from './fields.ts';
import { type Membership, toMembership } from './membership.ts';
import { ANSWER_TIMEOUT, MAX_ANSWER } from './request.ts';

/**
 * Limit on the pages of memberships read, at fifty a page, so that one buyer's sign-in doesn't keep others waiting. The
 * sweep finds the rest.
 */
const MAX_PAGES = 2;

const SCOPES = ['profile', 'email', 'memberships'];

export interface CommerceOAuthOptions {
  /** Address at which this process reaches the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Address at which browsers reach the service. */
  readonly publicUrl: string;
  /** The authorization page and token endpoint, for a service that has them elsewhere without announcing it. */
  readonly authorizeUrl?: string | undefined;
  readonly tokenUrl?: string | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where buyers return to. Must match the address registered at the service exactly. */
  readonly redirectUri: string;
  readonly clock: Clock;
  readonly aliases: FieldAliases;
}

/**
 * Client for a Commerce Service's OAuth. Tokens live for one sign-in only: they prove the buyer's identity.
 * @throws Fault `GRANT_REFUSED` for an invalid code or token, otherwise a ChatFault
 */
export interface CommerceOAuth {
  capabilities(signal: AbortSignal): Promise<OAuthCapabilities>;
  /** Builds the address to send the browser to. @param challenge PKCE, if the service offers it */
  authorizeUrl(capabilities: OAuthCapabilities, state: string, challenge?: string): string;
  exchange(code: string, verifier: string | undefined, signal: AbortSignal): Promise<Tokens>;
  /** Identifies the buyer who signed in; undefined if the service doesn't support that, which rules out a link. */
  identify(tokens: Tokens, signal: AbortSignal): Promise<Account | undefined>;
  /**
   * The buyer's first hundred valid memberships, without malformed ones; empty if the service doesn't support the query.
   */
  memberships(tokens: Tokens, signal: AbortSignal): Promise<readonly Membership[]>;
  /** Revokes the tokens, if the service supports it. */
  revoke(tokens: Tokens, signal: AbortSignal): Promise<void>;
}

const Profile = Type.Object({
  id: Type.String({ pattern: '^[\\w-]{1,200}$' }),
  email: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  username: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

const Page = Type.Object({
  pagination: Type.Object({ total_page: Type.Integer() }),
  data: Type.Array(Type.Unknown()),
});

/** Creates the client. The code exchange follows the specification, the rest follows services of the same family. */
export function createCommerceOAuth(options: CommerceOAuthOptions): CommerceOAuth {
  const { baseUrl, publicUrl, clientId, clientSecret, redirectUri, clock, aliases } = options;
  const credentials = { client_id: clientId, client_secret: clientSecret };
  const ask = (path: string, init: RequestInit, signal: AbortSignal) =>
    request(new URL(`${baseUrl}${path}`), init, signal);
  const post = (url: string, body: object, signal: AbortSignal) =>
    request(
      new URL(url),
      { method: 'POST', body: JSON.stringify({ ...body, ...credentials }), headers: JSON_BODY },
      signal,
    );
  const capabilities = createDiscovery((path, signal) => ask(path, {}, signal), clock);
  const tokenUrl = async (signal: AbortSignal): Promise<string> =>
    tokenEndpoint(options, options.tokenUrl ? undefined : (await capabilities(signal)).tokenEndpoint);
  const get = async (path: string, { access }: Tokens, signal: AbortSignal) => {
    const answer = await ask(path, { headers: { authorization: `Bearer ${access}` } }, signal);
    if (answer.status === 401) throw grantRefused();
    return answer;
  };
  return {
    capabilities,
    authorizeUrl({ authorizePage }, state, challenge) {
      const url = new URL(options.authorizeUrl ?? authorizePage ?? `${publicUrl}/oauth/`);
      const query = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: SCOPES.join(' '),
        state,
        ...(challenge !== undefined && { code_challenge: challenge, code_challenge_method: 'S256' }),
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },
    async exchange(code, verifier, signal) {
      const body = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        ...(verifier !== undefined && { code_verifier: verifier }),
      };
      const { status, json } = await post(await tokenUrl(signal), body, signal);
      if (status === 400) throw grantRefused();
      if (status === 401) throw applicationRefused();
      if (status !== 200) throw refusal(status);
      const tokens = readTokens(json, SCOPES, clock.now());
      if (!tokens) throw unreadable();
      return tokens;
    },
    async identify(tokens, signal) {
      const { status, json } = await get('/v5/me', tokens, signal);
      if (NOT_TOLD.includes(status)) return undefined;
      if (status !== 200) throw refusal(status);
      const profile = withOurNames(aliases, json);
      if (!Value.Check(Profile, profile)) throw unreadable();
      return { id: profile.id, name: profile.email || profile.username || profile.name || profile.id };
    },
    async memberships(tokens, signal) {
      const found: Membership[] = [];
      for (let page = 1; page <= MAX_PAGES; page++) {
        const { status, json } = await get(`/v5/me/memberships?per=50&page=${page}`, tokens, signal);
        if (NOT_TOLD.includes(status)) return [];
        if (status !== 200) throw refusal(status);
        if (!Value.Check(Page, json)) throw unreadable();
        found.push(...json.data.flatMap((wire) => toMembership(withOurNames(aliases, wire)) ?? []));
        if (page >= json.pagination.total_page) break;
      }
      return found;
    },
    async revoke({ access, refresh }, signal) {
      const { status } = await post(`${baseUrl}/v5/oauth/revoke`, { token: refresh ?? access }, signal);
      // 400: the token is no longer valid. 404: there is no revocation endpoint, and the token expires by itself.
      if (status === 401) throw applicationRefused();
      if (status >= 500 || status === 429) throw refusal(status);
    },
  };
}

const applicationRefused = () =>
  new Fault(
    'COMMERCE_REFUSED',
    'The Commerce Service rejects our OAuth application. Check COMMERCE_CLIENT_ID and COMMERCE_CLIENT_SECRET.',
  );

const JSON_BODY = { 'content-type': 'application/json' };

/** Statuses that mean that the service doesn't support a query, or doesn't allow it to us. */
const NOT_TOLD = [403, 404, 405, 410, 501];

async function request(url: URL, init: RequestInit, signal: AbortSignal) {
  try {
    return await askJson(url, init, { signal, timeout: ANSWER_TIMEOUT, most: MAX_ANSWER });
  } catch (cause) {
    throw errorCode(cause) === 'ANSWER_TOO_LARGE' ? unreadable(cause) : unreachable(cause);
  }
}
