import { RequestMethod } from '@discordjs/rest';
import { ApplicationRoleConnectionMetadataType, Routes } from 'discord-api-types/v10';
import Type from 'typebox';
import { CommunityRefusal } from '../access/community.ts';
import type { Clock } from '../clock.ts';
import { Fault } from '../errors.ts';
import { ChatFault } from '../i18n/chat-fault.ts';
import type { ChatProvider, Connection, Metadata } from '../linking/providers.ts';
import { askJson } from '../network/bounded-body.ts';
import { grantRefused, TokenAnswer, type Tokens, toTokens } from '../oauth.ts';
import { isSnowflake } from '../snowflake.ts';
import { type Caller, checkAnswer } from './caller.ts';
import { restOptions, USER_AGENT } from './rest.ts';

/** Timeout for a complete answer, in milliseconds. */
const TIMEOUT = 10_000;

const TOKEN_ROUTE = '/oauth2/token';

/** Largest answer read, in bytes. */
const MAX_ANSWER = 64 * 1024;

/** `iss` value of the platform's authorization responses. */
export const ISSUER = 'https://discord.com';

export const AUTHORIZE_PAGE = 'https://discord.com/oauth2/authorize';

export interface ChatOAuthOptions {
  readonly name: string;
  readonly authorizePage: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where users return to. Must match the address registered in the developer portal exactly. */
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly apiUrl?: string | undefined;
  /** Calls made as the bot, which is the one to add members. */
  readonly call: Caller;
  readonly clock: Clock;
}

const User = Type.Object({
  id: Type.Refine(Type.String(), isSnowflake),
  username: Type.String({ minLength: 1 }),
  global_name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

/** Implements the chat platform's OAuth for linking. @see https://discord.com/developers/docs/topics/oauth2 */
export function createChatOAuth(options: ChatOAuthOptions): ChatProvider {
  const { clientId, clientSecret, redirectUri, scopes, clock, call } = options;
  const ask = createAsk(options.apiUrl);
  const credentials = { client_id: clientId, client_secret: clientSecret };
  const post = (path: string, form: Record<string, string>, signal: AbortSignal) =>
    ask(path, { method: 'POST', body: new URLSearchParams({ ...form, ...credentials }) }, signal);
  const tokensFor = async (form: Record<string, string>, signal: AbortSignal) => {
    const { status, json } = await post(TOKEN_ROUTE, form, signal);
    if (status === 400) throw grantRefused();
    if (status !== 200) throw unavailable(status);
    return toTokens(checkAnswer(TokenAnswer, TOKEN_ROUTE, json), scopes, clock.now());
  };
  return {
    name: options.name,
    issuer: ISSUER,
    authorizeUrl(state) {
      const url = new URL(options.authorizePage);
      const query = { client_id: clientId, redirect_uri: redirectUri, response_type: 'code' };
      const all = { ...query, scope: scopes.join(' '), state, prompt: 'consent' };
      for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
      return url.href;
    },
    exchange: (code, signal) =>
      tokensFor({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, signal),
    refresh: (refreshToken, signal) =>
      tokensFor({ grant_type: 'refresh_token', refresh_token: refreshToken }, signal),
    async revoke({ access, refresh }, signal) {
      const { status } = await post('/oauth2/token/revoke', { token: refresh ?? access }, signal);
      if (status !== 200 && status !== 400) throw unavailable(status);
    },
    async identify(tokens, signal) {
      const { status, json } = await ask(Routes.user(), { headers: bearer(tokens) }, signal);
      if (status === 401) throw grantRefused();
      if (status !== 200) throw unavailable(status);
      // Display names aren't unique, so the unique user name is shown as well.
      const { id, username, global_name: shown } = checkAnswer(User, Routes.user(), json);
      return { id, name: shown ? `${shown} (@${username})` : username };
    },
    join: (guildId, userId, tokens, signal) => join(call, guildId, userId, tokens, signal),
    async connect(tokens, connection, signal) {
      const init = { method: 'PUT', headers: { ...bearer(tokens), ...JSON_BODY }, body: toBody(connection) };
      const { status } = await ask(Routes.userApplicationRoleConnection(clientId), init, signal);
      if (status === 401) throw grantRefused();
      if (status >= 400 && status < 500 && status !== 403 && status !== 429) throw connectionRefused(status);
      if (status !== 200) throw unavailable(status);
    },
    async declare(metadata, signal) {
      const body = metadata.map(({ kind, ...rest }) => ({ ...rest, type: METADATA_TYPES[kind] }));
      const route = Routes.applicationRoleConnectionMetadata(clientId);
      await call(RequestMethod.Put, route, { body, signal });
    },
  };
}

const METADATA_TYPES: Readonly<Record<Metadata['kind'], ApplicationRoleConnectionMetadataType>> = {
  'days since': ApplicationRoleConnectionMetadataType.DatetimeGreaterThanOrEqual,
  'at least': ApplicationRoleConnectionMetadataType.IntegerGreaterThanOrEqual,
  'yes or no': ApplicationRoleConnectionMetadataType.BooleanEqual,
};

const JSON_BODY = { 'content-type': 'application/json' };
const bearer = ({ access }: Tokens) => ({ authorization: `Bearer ${access}` });

const toBody = (metadata: Connection): string =>
  JSON.stringify({ platform_name: 'Memberships', platform_username: null, metadata });

const unavailable = (status: number): Fault =>
  new ChatFault('DISCORD_UNAVAILABLE', { cause: new Error(`It answered ${status} to a sign-in.`) });

const connectionRefused = (status: number): Fault =>
  new Fault('CONNECTION_REFUSED', `The chat platform rejected an update of linked roles (${status}).`);

interface Ask extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends requests with a user's token or the application's credentials. The bot's rate limits don't apply to them. */
function createAsk(apiUrl: string | undefined) {
  const { api, version } = restOptions({ token: '', ...(apiUrl !== undefined && { apiUrl }) });
  return async (path: string, init: Ask, signal: AbortSignal) => {
    const request = { ...init, headers: { ...init.headers, 'user-agent': USER_AGENT } };
    const bounds = { signal, timeout: TIMEOUT, most: MAX_ANSWER };
    try {
      return await askJson(`${api}/v${version}${path}`, request, bounds);
    } catch (cause) {
      throw new ChatFault('DISCORD_UNAVAILABLE', { cause });
    }
  };
}

/** Adds a member. Rethrows only code and message: the library's errors contain the request, with the user's token. */
async function join(call: Caller, guildId: string, userId: string, tokens: Tokens, signal: AbortSignal) {
  try {
    const body = { access_token: tokens.access };
    await call(RequestMethod.Put, Routes.guildMember(guildId, userId), { body, signal });
  } catch (error) {
    if (error instanceof CommunityRefusal)
      throw new CommunityRefusal(error.code, { said: error.details.said ?? '' });
    if (error instanceof Fault) throw new Fault(error.code, error.message);
    throw new ChatFault('DISCORD_UNAVAILABLE');
  }
}
