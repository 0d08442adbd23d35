import type { onRequestAsyncHookHandler } from 'fastify';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

/**
 * Returns a hook that accepts only requests for a loopback host or a configured URL. This prevents DNS rebinding, with
 * which a foreign page could reach the sandbox under its own name and count as same-site.
 */
export function ownHostOnly(baseUrls: readonly string[]): onRequestAsyncHookHandler {
  const own = new Set(baseUrls.filter((url) => URL.canParse(url)).map((url) => new URL(url).host));
  return async (request, reply) => {
    const host = request.headers.host ?? '';
    if (LOOPBACK.test(host) || own.has(host)) return undefined;
    const message = 'The sandbox can’t be opened at this host name. Open it at localhost, or set PUBLIC_URL.';
    return reply.status(403).send({ error: { status: 403, message } });
  };
}
