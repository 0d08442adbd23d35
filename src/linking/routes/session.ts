import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The cookie by which a browser is known on its way to a link. With https its name lets no other host, and no plain
 * connection, set it (`__Host-`); browsers take that name with https only.
 */
export function sessionCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  const name = `${secure ? '__Host-' : ''}rolekeeper_link`;
  const options = { path: '/', httpOnly: true, sameSite: 'lax' as const, secure };
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    set: (reply: FastifyReply, session: string) => reply.setCookie(name, session, options),
  };
}
