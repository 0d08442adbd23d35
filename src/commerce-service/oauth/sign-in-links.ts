import type { Transaction } from '../../database/index.ts';
import { hashCredential, isSame, newCredential } from '../credentials.ts';
import { newId } from '../ids.ts';
import { type Service, TRANSACTION } from '../service.ts';
import { ensureUser } from '../users.ts';
import { newSession } from './sessions.ts';

/** How long a link waits to be followed, in milliseconds. */
const LIFETIME = 15 * 60 * 1000;

/** Links for one address that may wait at the same time: nobody's inbox is flooded from here. */
const MOST_WAITING = 3;

/** Who asks for a link, from where, and for what. */
export interface LinkRequest {
  readonly accountId: string;
  readonly email: string;
  /** The cookie of the browser that asks. */
  readonly browser: string;
  /** What to go on with: the query string of an authorization request, or a membership. */
  readonly request: string;
}

/**
 * Notes that a link is wanted. It signs this address in, once, within fifteen minutes, in the browser that
 * asked: a link that somebody else has asked for, and passes on, opens nothing.
 * @returns the link's id; undefined where enough links for this address are on their way
 */
export async function requestLink(
  { clock }: Service,
  transaction: Transaction,
  { accountId, email, browser, request }: LinkRequest,
): Promise<string | undefined> {
  const now = clock.now();
  const owner = { accountId, email: email.toLowerCase() };
  const waiting = await transaction.signInLink.count({ where: { ...owner, expiresAt: { gt: now } } });
  if (waiting >= MOST_WAITING) return undefined;
  const { id } = await transaction.signInLink.create({
    data: {
      ...{ id: newId(clock, 'signInLink'), ...owner, request, browserHash: hashCredential(browser) },
      expiresAt: new Date(now.getTime() + LIFETIME),
    },
  });
  return id;
}

/**
 * Makes the token of a link that is wanted. Only its hash is kept, so that each time it is another one, and
 * the one before opens nothing any more.
 * @returns the address and the link; undefined when it has been used, or its time is over
 */
export async function makeLink({ prisma, clock, publicUrl }: Service, id: string) {
  const token = newCredential('signin');
  const data = { hash: hashCredential(token) };
  const { count } = await prisma.signInLink.updateMany({
    where: { id, expiresAt: { gt: clock.now() } },
    data,
  });
  const row = count === 1 ? await prisma.signInLink.findUnique({ where: { id } }) : null;
  return row ? { email: row.email, link: `${publicUrl}/oauth/sign-in?token=${token}` } : undefined;
}

/** What a link is good for in this browser. */
export type LinkState = { readonly email: string } | 'gone' | 'of another browser';

/** Looks at a link without using it up. */
export async function readLink(
  { prisma, clock }: Service,
  token: string,
  browser: string | undefined,
): Promise<LinkState> {
  const link = await prisma.signInLink.findUnique({ where: { hash: hashCredential(token) } });
  if (!link || link.expiresAt <= clock.now()) return 'gone';
  if (browser === undefined || !isSame(hashCredential(browser), link.browserHash))
    return 'of another browser';
  return { email: link.email };
}

/** A browser that has just been signed in. */
export interface SignedIn {
  /** For the cookie; only its hash is kept. */
  readonly session: string;
  /** What goes on: the query string of an authorization request, or a membership. */
  readonly request: string;
}

/**
 * Uses a link up, in the browser that asked for it. Whoever follows it has proven to read that address, so the
 * user is created where it is new. Of two who follow it at the same time one finds it gone. After a crash the
 * buyer asks for a new one.
 */
export async function followLink(
  service: Service,
  token: string,
  browser: string,
): Promise<SignedIn | undefined> {
  const { prisma, clock } = service;
  const hash = hashCredential(token);
  return prisma.$transaction(async (transaction) => {
    const link = await transaction.signInLink.findUnique({ where: { hash } });
    const { count } = await transaction.signInLink.deleteMany({
      where: { hash, browserHash: hashCredential(browser), expiresAt: { gt: clock.now() } },
    });
    if (!link || count === 0) return undefined;
    const user = await ensureUser(service, transaction, link.accountId, { email: link.email });
    const { session, row } = newSession(service, user.id);
    await transaction.session.create({ data: row });
    return { session, request: link.request };
  }, TRANSACTION);
}
