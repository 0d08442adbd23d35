import type { RESTOptions } from '@discordjs/rest';
import type { Metrics } from '../observability/metrics.ts';
import { inSpan } from '../observability/trace.ts';

type Request = RESTOptions['makeRequest'];

/** Counts and times every outgoing request by route and status, including the library's retries. */
export const measured =
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
