import Type from 'typebox';
import Value from 'typebox/value';
import type { Clock } from '../../clock.ts';
import { Fault } from '../../errors.ts';
import { askJson } from '../../network/bounded-body.ts';
import { challengeOf, grantRefused, readTokens } from '../../oauth.ts';

/** An OAuth 2 provider with which people prove that a chat account is theirs. */
export interface SignInProvider {
  readonly name: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** Returns the account that an access token belongs to. */
  readonly userUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  /** The `iss` expected in redirects back, if the provider sends one (RFC 9207). */
  readonly issuer?: string;
  /** Names of the fields with the account's id, name and avatar in the response of `userUrl`. */
  readonly fields: { readonly id: string; readonly name: string; readonly avatar: string };
  /** Template of a picture's address, with `{id}` and `{avatar}`. Without it, no picture is stored. */
  readonly imageUrl?: string;
  /** `User-Agent` to send, for a provider that refuses unknown ones. */
  readonly userAgent?: string;
  /** Timeout of a request, in milliseconds; 10 s by default. */
  readonly timeout?: number;
}

/** A chat account that a visitor has just signed in with. */
export interface ChatIdentity {
  readonly id: string;
  /** Name at the provider; the id if no printable character is in the name. */
  readonly name: string;
  readonly imageUrl: string | null;
}

interface ProviderDeps {
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly isChatAccount?: (id: string) => boolean;
}

const TIMEOUT = 10_000;

/** Maximum size of a response, in bytes. */
const MAX_ANSWER = 64 * 1024;

const Id = Type.String({ pattern: '^[!-~]{1,100}$' });
const Name = Type.String({ minLength: 1, maxLength: 200 });
const Avatar = Type.String({ pattern: '^[\\w-]{1,100}$' });

/** Returns the redirect URI, which must be registered at the provider in exactly this form. */
export const callbackUrl = (publicUrl: string): string => `${publicUrl}/oauth/chat/callback`;

/**
 * Builds the address at the provider where a sign-in starts.
 * @param verifier PKCE verifier, without which the code can't be exchanged
 */
export function authorizeUrl(
  { publicUrl }: Pick<ProviderDeps, 'publicUrl'>,
  provider: SignInProvider,
  { state, verifier }: { readonly state: string; readonly verifier: string },
): string {
  const url = new URL(provider.authorizeUrl);
  const query = {
    client_id: provider.clientId,
    redirect_uri: callbackUrl(publicUrl),
    response_type: 'code',
    scope: provider.scopes.join(' '),
    state,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Exchanges a code and reads the account. The token is neither stored nor revoked: with one token, a platform may
 * revoke everything that the user granted this client, including tokens that other software with the same client id
 * keeps.
 * @throws Fault `GRANT_REFUSED` if the code is invalid, `CHAT_PROVIDER_UNAVAILABLE` if the provider doesn't respond as
 *   expected
 */
export async function identify(
  { clock, publicUrl, isChatAccount }: ProviderDeps,
  provider: SignInProvider,
  { code, verifier }: { readonly code: string; readonly verifier: string },
): Promise<ChatIdentity> {
  const { clientId, clientSecret, scopes, fields } = provider;
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: callbackUrl(publicUrl),
    code_verifier: verifier,
    client_id: clientId,
    client_secret: clientSecret,
  });
  const exchanged = await ask(provider, provider.tokenUrl, { method: 'POST', body });
  if (exchanged.status === 400) throw grantRefused();
  const tokens = exchanged.status === 200 ? readTokens(exchanged.json, scopes, clock.now()) : undefined;
  if (!tokens) throw unavailable(`answered ${exchanged.status} to the exchange of a code`);
  const headers = { authorization: `Bearer ${tokens.access}` };
  const { status, json } = await ask(provider, provider.userUrl, { headers });
  const [id, name, avatar] = [fields.id, fields.name, fields.avatar].map((field) => fieldOf(json, field));
  if (status !== 200 || !Value.Check(Id, id) || !Value.Check(Name, name) || isChatAccount?.(id) === false)
    throw unavailable(`answered ${status} without naming the account`);
  return { id, name: printable(name) || id, imageUrl: imageOf(provider, id, avatar) };
}

function imageOf({ imageUrl }: SignInProvider, id: string, avatar: unknown): string | null {
  if (imageUrl === undefined || !Value.Check(Avatar, avatar)) return null;
  return imageUrl.replace('{id}', encodeURIComponent(id)).replace('{avatar}', avatar);
}

const fieldOf = (json: unknown, field: string): unknown =>
  typeof json === 'object' && json !== null && Object.hasOwn(json, field)
    ? Reflect.get(json, field)
    : undefined;

/** Removes control characters and other invisible ones, some of which the database rejects. */
const printable = (name: string): string => name.replaceAll(/\p{C}/gu, '').trim();

interface Ask extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask({ timeout = TIMEOUT, userAgent }: SignInProvider, url: string, init: Ask) {
  const headers = { ...init.headers, ...(userAgent !== undefined && { 'user-agent': userAgent }) };
  try {
    return await askJson(url, { ...init, headers }, { timeout, most: MAX_ANSWER });
  } catch (cause) {
    throw unavailable("can't be reached, or its answer is too long", cause);
  }
}

const unavailable = (what: string, cause?: unknown): Fault =>
  new Fault('CHAT_PROVIDER_UNAVAILABLE', `The chat account provider ${what}.`, { cause });
