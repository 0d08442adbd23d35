import Type from 'typebox';
import Value from 'typebox/value';
import { Fault } from '../../errors.ts';
import { askJson } from '../../network/ask-json.ts';
import { challengeOf, grantRefused, readTokens } from '../../oauth.ts';
import type { Service } from '../service.ts';

/** Where people show a chat account to be theirs: an OAuth 2 provider that says who has signed in. */
export interface ChatProvider {
  /** What people call it. */
  readonly name: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** Answers who the access token is of. */
  readonly userUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  /** What answers say that they are from, where they say it (RFC 9207). */
  readonly issuer?: string;
  /** Where the answer of `userUrl` has the account's id, its name, and its picture. */
  readonly fields: { readonly id: string; readonly name: string; readonly avatar: string };
  /** The address of a picture, with `{id}` and `{avatar}` in it; none is kept when left out. */
  readonly imageUrl?: string;
  /** What it wants whoever asks to call themselves, as some turn away everybody else. */
  readonly userAgent?: string;
  /** How long it may take for an answer, in milliseconds; 10 s when left out. */
  readonly timeout?: number;
}

/** A chat account that somebody has just signed in with. */
export interface ChatIdentity {
  readonly id: string;
  /** What it is called there, and no other. */
  readonly name: string;
  readonly imageUrl: string | null;
}

const TIMEOUT = 10_000;

/** The largest answer that is read, in bytes. */
const MAX_ANSWER = 64 * 1024;

const Id = Type.String({ pattern: '^[!-~]{1,100}$' });
const Name = Type.String({ minLength: 1, maxLength: 200 });
const Avatar = Type.String({ pattern: '^[\\w-]{1,100}$' });

/** Where browsers come back to; registered at the provider, letter by letter. */
export const callbackUrl = (publicUrl: string): string => `${publicUrl}/oauth/chat/callback`;

/** Where a browser is sent. @param verifier PKCE: only whoever knows it can exchange the code */
export function authorizeUrl(
  { publicUrl }: Pick<Service, 'publicUrl'>,
  provider: ChatProvider,
  { state, verifier }: { readonly state: string; readonly verifier: string },
): string {
  const url = new URL(provider.authorizeUrl);
  const query = {
    ...{ client_id: provider.clientId, redirect_uri: callbackUrl(publicUrl), response_type: 'code' },
    ...{ scope: provider.scopes.join(' '), state },
    ...{ code_challenge: challengeOf(verifier), code_challenge_method: 'S256' },
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Exchanges a code, and asks who has signed in. The token is not kept, and not revoked: with one of them a platform may
 * end all that the user gave this client, also those that somebody else with the same client keeps.
 * @throws Fault `GRANT_REFUSED` when the code is not good, `CHAT_PROVIDER_UNAVAILABLE` when nobody can be told apart now
 */
export async function identify(
  { clock, publicUrl, isChatAccount }: Service,
  provider: ChatProvider,
  { code, verifier }: { readonly code: string; readonly verifier: string },
): Promise<ChatIdentity> {
  const { clientId, clientSecret, scopes, fields } = provider;
  const body = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code, redirect_uri: callbackUrl(publicUrl) },
    ...{ code_verifier: verifier, client_id: clientId, client_secret: clientSecret },
  });
  const exchanged = await ask(provider, provider.tokenUrl, { method: 'POST', body });
  if (exchanged.status === 400) throw grantRefused();
  const tokens = exchanged.status === 200 ? readTokens(exchanged.json, scopes, clock.now()) : undefined;
  if (!tokens) throw unavailable(`answered ${exchanged.status} to the exchange of a code`);
  const headers = { authorization: `Bearer ${tokens.access}` };
  const { status, json } = await ask(provider, provider.userUrl, { headers });
  const [id, name, avatar] = [fields.id, fields.name, fields.avatar].map((field) => fieldOf(json, field));
  if (status !== 200 || !Value.Check(Id, id) || !Value.Check(Name, name) || isChatAccount?.(id) === false)
    throw unavailable(`answered ${status}, and not who has signed in`);
  return { id, name: printable(name) || id, imageUrl: imageOf(provider, id, avatar) };
}

function imageOf({ imageUrl }: ChatProvider, id: string, avatar: unknown): string | null {
  if (imageUrl === undefined || !Value.Check(Avatar, avatar)) return null;
  return imageUrl.replace('{id}', encodeURIComponent(id)).replace('{avatar}', avatar);
}

const fieldOf = (json: unknown, field: string): unknown =>
  typeof json === 'object' && json !== null && Object.hasOwn(json, field)
    ? Reflect.get(json, field)
    : undefined;

/** Without control characters, which no database takes. */
const printable = (name: string): string => name.replaceAll(/\p{C}/gu, '').trim();

interface Ask extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask({ timeout = TIMEOUT, userAgent }: ChatProvider, url: string, init: Ask) {
  const headers = { ...init.headers, ...(userAgent !== undefined && { 'user-agent': userAgent }) };
  try {
    return await askJson(url, { ...init, headers }, { timeout, most: MAX_ANSWER });
  } catch (cause) {
    throw unavailable("can't be reached, or answers without end", cause);
  }
}

const unavailable = (what: string, cause?: unknown): Fault =>
  new Fault('CHAT_PROVIDER_UNAVAILABLE', `Where people sign in with their chat account ${what}.`, { cause });
