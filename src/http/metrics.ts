import { timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { isPrivateHost } from '../hosts.ts';

interface MetricsOptions {
  /** Who brings it may read; undefined: whoever asks from the same machine or network, and not through a proxy. */
  readonly token: string | undefined;
  /** The address that others know us by: its host is ours. */
  readonly publicUrl: string;
  readonly contentType: string;
  /** Everything, in Prometheus' text format. */
  readonly read: () => Promise<string>;
}

/** `GET /metrics`: what monitoring reads. It tells nobody else how business is going. */
export const metricsRoute: FastifyPluginAsyncTypebox<MetricsOptions> = async (app, options) => {
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, options))
      return reply.status(403).send({
        error: {
          status: 403,
          message: options.token
            ? 'Metrics are for who brings the token: authorization: Bearer METRICS_TOKEN.'
            : 'Metrics are read from within the network. Set METRICS_TOKEN to read them from elsewhere.',
        },
      });
    return reply.type(options.contentType).send(await options.read());
  });
};

function mayRead(
  { headers, ip }: FastifyRequest,
  { token, publicUrl }: Pick<MetricsOptions, 'token' | 'publicUrl'>,
): boolean {
  if (token !== undefined) return isSame(headers.authorization ?? '', `Bearer ${token}`);
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in headers);
  const isNear = PRIVATE.includes(ipaddr.process(ip).range());
  return !isForwarded && isNear && isOurs(headers.host, new URL(publicUrl).hostname);
}

/**
 * Whether a request names us by a host that nobody outside can own. A page on the internet can have its own name lead
 * to an address of this network (DNS rebinding), and a browser here would read what it asks for.
 */
function isOurs(host: string | undefined, own: string): boolean {
  const url = URL.parse(`http://${host ?? ''}`);
  return url !== null && (url.hostname === own || isPrivateHost(url));
}

/** Where nobody is who isn't of the house. */
const PRIVATE = ['loopback', 'private', 'linkLocal', 'uniqueLocal'];

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
