import type { FastifyReply, FastifyRequest } from 'fastify';
import { newCredential } from '../credentials.ts';
import type { Service } from '../service.ts';

const SESSION = 'commerce_session';
const BROWSER = 'commerce_browser';

/**
 * The cookies of the pages: who is signed in, and which browser this is before anybody is. No script reads
 * them, and no other site's form sends them along.
 */
export function browserCookies({ publicUrl }: Service) {
  const options = {
    path: new URL(`${publicUrl}/`).pathname,
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: publicUrl.startsWith('https:'),
  };
  return {
    /** What the browser is known by. One that is here for the first time gets a name of its own. */
    read(request: FastifyRequest, reply: FastifyReply) {
      const known = request.cookies[BROWSER];
      const browser = known ?? newCredential('browser');
      if (known === undefined) reply.setCookie(BROWSER, browser, options);
      return { session: request.cookies[SESSION], browser };
    },
    signIn: (reply: FastifyReply, session: string) => reply.setCookie(SESSION, session, options),
    signOut: (reply: FastifyReply) => reply.clearCookie(SESSION, options),
  };
}
