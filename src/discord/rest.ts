import { DefaultRestOptions, DefaultUserAgent, REST, type RESTOptions } from '@discordjs/rest';
import { readBytes, readText } from '../network/bounded-body.ts';
import type { Metrics } from '../observability/metrics.ts';
import { inSpan } from '../observability/trace.ts';

/** The platform's own REST base. The library adds the version. */
const PLATFORM = 'https://discord.com/api';

/** Timeout of a single attempt, in milliseconds. */
const TIMEOUT = 10_000;

/** Largest answer read, in bytes. The largest known one, a thousand members, has about 1 MiB. */
const MAX_ANSWER = 8 * 1024 * 1024;

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

type Request = RESTOptions['makeRequest'];

/** Options shared by all clients, REST and gateway. */
export function restOptions({ apiUrl, metrics }: DiscordAccess) {
  const request = bounded(DefaultRestOptions.makeRequest);
  const makeRequest = metrics ? measured(request, metrics) : request;
  return { api: apiUrl ?? PLATFORM, version: '10', timeout: TIMEOUT, makeRequest };
}

/** Creates a REST client, which respects the platform's rate limits. */
export const createRest = (access: DiscordAccess): REST =>
  new REST(restOptions(access)).setToken(access.token);

/**
 * Bounds the size of every answer, also of those that the library reads itself: errors, and the gateway's address.
 * Reading a larger one fails with the Fault `ANSWER_TOO_LARGE`.
 */
const bounded =
  (request: Request): Request =>
  async (url, init) => {
    const answer = await request(url, init);
    const { body, headers, ok, status, statusText } = answer;
    return {
      body,
      headers,
      ok,
      status,
      statusText,
      get bodyUsed() {
        return answer.bodyUsed;
      },
      json: async () => JSON.parse(await readText(answer, MAX_ANSWER)),
      text: () => readText(answer, MAX_ANSWER),
      arrayBuffer: async () => Uint8Array.from(await readBytes(answer, MAX_ANSWER)).buffer,
    };
  };

/** Counts and times every outgoing request by route and status, including the library's retries. */
const measured =
  (request: Request, { platformCalls, platformLimits, platformTime }: Metrics): Request =>
  async (url, init) => {
    const labels = { method: init.method ?? 'GET', route: routeOf(url) };
    const ended = platformTime.startTimer(labels);
    let status = 'none';
    try {
      const response = await inSpan(`${labels.method} ${labels.route}`, { kind: 'asking' }, () =>
        request(url, init),
      );
      status = String(response.status);
      if (response.status === 429)
        platformLimits.inc({ scope: response.headers.get('x-ratelimit-scope') ?? 'unknown' });
      return response;
    } finally {
      ended();
      platformCalls.inc({ ...labels, status });
    }
  };

/** Replaces ids, and the tokens in webhook and interaction addresses, by placeholders. */
const routeOf = (url: string): string =>
  new URL(url).pathname
    .replace(/^.*?\/v\d+(?=\/)/, '')
    .replace(/\d{16,20}/g, ':id')
    .replace(/^\/(webhooks|interactions)\/:id\/[^/]+/, '/$1/:id/:token');
