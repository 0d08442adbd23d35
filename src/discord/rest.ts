import { DefaultRestOptions, DefaultUserAgent, REST } from '@discordjs/rest';
import type { Metrics } from '../metrics.ts';
import { measured } from './measured.ts';

/** The platform's own REST base; the version is added by the library. */
const PLATFORM = 'https://discord.com/api';

/** How long one attempt may take, in milliseconds. */
const TIMEOUT = 10_000;

/**
 * What we say that we are where the library doesn't ask for us; the platform may block who says something else.
 * @see https://docs.discord.com/developers/reference#user-agent
 */
export const USER_AGENT: string = DefaultUserAgent;

/** How the bot reaches the chat platform. */
export interface DiscordAccess {
  readonly token: string;
  /** Another REST base than the platform's: a proxy, or the sandbox. */
  readonly apiUrl?: string;
  readonly metrics?: Metrics;
}

/** The options by which every client of ours, plain REST or gateway, reaches the same place. */
export const restOptions = ({ apiUrl, metrics }: DiscordAccess) => ({
  api: apiUrl ?? PLATFORM,
  version: '10',
  timeout: TIMEOUT,
  ...(metrics && { makeRequest: measured(DefaultRestOptions.makeRequest, metrics) }),
});

/** A REST client that keeps to the platform's rate limits by itself. */
export const createRest = (access: DiscordAccess): REST =>
  new REST(restOptions(access)).setToken(access.token);
