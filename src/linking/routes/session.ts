import type { FastifyReply, FastifyRequest } from 'fastify';

/** Lifetime of the cookie with the failure, in seconds. */
const NOTE_LIFE = 600;

/**
 * Creates the two cookies: the session of a journey, and the reason that a journey failed. With https they have the
 * prefix `__Host-`, so that no other host and no plain connection can set them. Browsers accept that prefix only with
 * https.
 */
export function linkCookies(publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  const prefix = secure ? '__Host-' : '';
  const options = { path: '/', httpOnly: true, sameSite: 'lax' as const, secure };
  const cookie = (name: string, maxAge?: number) => ({
    read: (request: FastifyRequest): string | undefined => request.cookies[prefix + name],
    set: (reply: FastifyReply, value: string) =>
      reply.setCookie(prefix + name, value, maxAge === undefined ? options : { ...options, maxAge }),
  });
  return { session: cookie('rolekeeper_link'), note: cookie('rolekeeper_outcome', NOTE_LIFE) };
}
