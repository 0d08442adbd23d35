import type { FastifyReply, FastifyRequest } from 'fastify';

/** How long a browser keeps what became of its journey, in seconds. */
const NOTE_LIFE = 600;

/**
 * The cookies by which a browser is known on its way to a link, and told why that has ended. With https their names let
 * no other host, and no plain connection, set them (`__Host-`); browsers take such names with https only.
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
