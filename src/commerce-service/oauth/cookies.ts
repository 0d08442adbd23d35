import type { FastifyReply, FastifyRequest } from 'fastify';
import { newCredential } from '../api-keys/credentials.ts';
import type { Service } from '../service.ts';

/** Lifetime of the browser cookie in seconds: 400 days, the most that browsers allow. */
const KNOWN_FOR = 400 * 24 * 60 * 60;

/** Format of a browser cookie: 256 random bits, because a guessable one would give access to purchases. */
const NAME = /^browser_[\w-]{43}$/;

/**
 * A visitor's cookies: the session, and a random id of the browser, which proves the purchases made in it. Scripts
 * can't read them (`httpOnly`), and forms on other sites don't send them (`sameSite`). With https, their `__Host-`
 * prefix keeps other hosts and plain connections from setting them. Browsers accept that prefix with https only.
 */
export interface Visitor {
  readonly session: string | undefined;
  readonly browser: string;
}

/** Returns the functions that read and set the cookies of the pages. */
export function browserCookies({ publicUrl }: Service) {
  const secure = publicUrl.startsWith('https:');
  const prefix = secure ? '__Host-' : '';
  const [sessionName, browserName] = [`${prefix}commerce_session`, `${prefix}commerce_browser`];
  const options = { path: '/', httpOnly: true, sameSite: 'lax' as const, secure };
  return {
    /** Reads the cookies. Sets a new browser cookie if there is no valid one. */
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
