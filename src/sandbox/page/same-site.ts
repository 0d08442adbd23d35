import type { onRequestAsyncHookHandler } from 'fastify';

/**
 * Refuses what another site's page makes a browser send. Browsers name where a request comes from; programs
 * that are no browser send neither header, and nothing could be forged through them.
 */
export const sameSiteOnly: onRequestAsyncHookHandler = async (request, reply) => {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none';
  const isElsewhere = origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host);
  if (!isForeign && !isElsewhere) return undefined;
  return reply
    .status(403)
    .send({ error: { status: 403, message: 'This can only be done from the sandbox page itself.' } });
};
