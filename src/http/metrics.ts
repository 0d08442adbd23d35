import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { isPrivateHost } from '../network/hosts.ts';
import { isSameSecret } from '../same-secret.ts';

interface MetricsOptions {
  /** Required bearer token; undefined: callers on private networks may read, but not through a proxy. */
  readonly token: string | undefined;
  /** Our public URL; its host counts as ours. */
  readonly publicUrl: string;
  readonly contentType: string;
  /** Returns all metrics in Prometheus' text format. */
  readonly read: () => Promise<string>;
}

/** `GET /metrics`, for monitoring. Other callers are refused, as the metrics reveal business figures. */
export const metricsRoute: FastifyPluginAsyncTypebox<MetricsOptions> = async (app, options) => {
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, options))
      return reply.status(403).send({
        error: {
          status: 403,
          message: options.token
            ? 'Metrics require the token. Send the header authorization: Bearer METRICS_TOKEN.'
            : 'Metrics can only be read from the private network. Set METRICS_TOKEN to read them from elsewhere.',
        },
      });
    return reply.type(options.contentType).send(await options.read());
  });
};

function mayRead(
  { headers, ip }: FastifyRequest,
  { token, publicUrl }: Pick<MetricsOptions, 'token' | 'publicUrl'>,
): boolean {
  if (token !== undefined) return isSameSecret(headers.authorization ?? '', `Bearer ${token}`);
  // First, as what a proxy forwards as the client's address may be none.
  if (['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in headers)) return false;
  const isNear = PRIVATE.includes(ipaddr.process(ip).range());
  return isNear && isOurs(headers.host, new URL(publicUrl).hostname);
}

/**
 * Whether the `Host` header is ours or private. A website can point its own domain at an address of this network (DNS
 * rebinding) to read the metrics through a local user's browser.
 */
function isOurs(host: string | undefined, own: string): boolean {
  const url = URL.parse(`http://${host ?? ''}`);
  return url !== null && (url.hostname === own || isPrivateHost(url));
}

/** Address ranges of the same machine and private networks. */
const PRIVATE = ['loopback', 'private', 'linkLocal', 'uniqueLocal'];
