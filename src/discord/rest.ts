import { DefaultRestOptions, DefaultUserAgent, REST } from '@discordjs/rest';
import type { Metrics } from '../observability/metrics.ts';
import { bounded } from './bounded.ts';
import { measured } from './measured.ts';

/** The platform's own REST base. The library adds the version. */
const PLATFORM = 'https://discord.com/api';

/** Timeout of a single attempt, in milliseconds. */
const TIMEOUT = 10_000;

/**
 * User agent for requests made without the library. The platform may block others.
 * @see https://docs.discord.com/developers/reference#user-agent
 */
export const USER_AGENT: string = DefaultUserAgent;

export interface DiscordAccess {
  readonly token: string;
  /** Overrides the platform's REST base, with a proxy or the sandbox. */
  readonly apiUrl?: string;
  readonly metrics?: Metrics;
}

/** Options shared by all clients, REST and gateway. */
export function restOptions({ apiUrl, metrics }: DiscordAccess) {
  const request = bounded(DefaultRestOptions.makeRequest);
  const makeRequest = metrics ? measured(request, metrics) : request;
  return { api: apiUrl ?? PLATFORM, version: '10', timeout: TIMEOUT, makeRequest };
}

/** Creates a REST client, which respects the platform's rate limits. */
export const createRest = (access: DiscordAccess): REST =>
  new REST(restOptions(access)).setToken(access.token);
