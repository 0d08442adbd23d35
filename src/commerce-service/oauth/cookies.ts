import type { FastifyReply, FastifyRequest } from 'fastify';
import { newCredential } from '../api-keys/credentials.ts';
import type { Service } from '../service.ts';

/** How long a browser is known, in seconds: as long as browsers keep a cookie. */
const KNOWN_FOR = 400 * 24 * 60 * 60;

/** What a browser's name looks like: 256 random bits, as one that could be guessed would open what was bought. */
const NAME = /^browser_[\w-]{43}$/;

/**
 * What the cookies of the pages say: who is signed in, and which browser this is, which proves what was bought in it.
 * No script reads them, and no other site's form sends them along. With https their names let no other host, and no
 * plain connection, set them (`__Host-`); browsers take such names with https only.
 */
export interface Visitor {
  readonly session: string | undefined;
  readonly browser: string;
}

/** Reads and sets the cookies. */
export function browserCookies({ publicUrl }: Service) {
  const secure = publicUrl.startsWith('https:');
  const prefix = secure ? '__Host-' : '';
  const [sessionName, browserName] = [`${prefix}commerce_session`, `${prefix}commerce_browser`];
  const options = { path: '/', httpOnly: true, sameSite: 'lax' as const, secure };
  return {
    /** What the browser is known by. One that is here for the first time gets a name of its own. */
    read(request: FastifyRequest, reply: FastifyReply): Visitor {
      const sent = request.cookies[browserName];
      const known = sent !== undefined && NAME.test(sent) ? sent : undefined;
      const browser = known ?? newCredential('browser');
      if (known === undefined) reply.setCookie(browserName, browser, { ...options, maxAge: KNOWN_FOR });
      return { session: request.cookies[sessionName], browser };
    },
    signIn: (reply: FastifyReply, session: string) => reply.setCookie(sessionName, session, options),
    signOut: (reply: FastifyReply) => reply.clearCookie(sessionName, options),
  };
}
