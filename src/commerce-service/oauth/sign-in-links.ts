import type { Transaction } from '../../database/index.ts';
import { networkOf } from '../../network/network.ts';
import { hashCredential, newCredential } from '../api-keys/credentials.ts';
import { proveEmail } from '../customers/prove-email.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import { inTransaction } from '../transaction.ts';
import { startSession } from './sessions.ts';

/** How long a link waits to be followed, in milliseconds. */
const LIFETIME = 15 * 60 * 1000;

/** Mailed links for one address that may wait at the same time: those that one network has asked for, and all. */
const FROM_ONE = 3;
const FOR_ONE = 6;

/** Requests of one network for whichever addresses, within the lifetime of a link. */
const REQUESTS = 30;

/** Who asks for a link, from where, and for what. */
export interface LinkRequest {
  readonly accountId: string;
  readonly email: string;
  /** The cookie of the browser that asks. */
  readonly browser: string;
  /** The address that the request comes from. */
  readonly ip: string;
  /** What to go on with: the query string of an authorization request, or a membership. */
  readonly request: string;
}

/** What becomes of a request for a link. */
export type Requested =
  /** A link is to be made and mailed. */
  | { readonly kind: 'wanted'; readonly id: string }
  /** Enough links wait in the inbox; each of them signs this browser in. */
  | { readonly kind: 'waiting'; readonly mailedAt: Date | undefined; readonly expiresAt: Date }
  /** The network has asked too often, for whomever. */
  | { readonly kind: 'too many'; readonly seconds: number };

/**
 * Notes that a browser wants to be signed in with an address, within fifteen minutes. A link that is mailed to the
 * address does that in every browser which has asked for it. So what strangers ask for is as good to the recipient as a
 * mail of their own: however many they ask for, links wait in the inbox or another one may be mailed. A link that was
 * followed counts no more. Decided one request after the other, across all processes.
 */
export async function requestLink(
  { clock }: Service,
  transaction: Transaction,
  { accountId, email, browser, ip, request }: LinkRequest,
): Promise<Requested> {
  const now = clock.now();
  const owner = { accountId, email: email.toLowerCase() };
  const requesterHash = hashCredential(networkOf(ip));
  // Always in this order, so that none waits for another in a circle.
  await lock(transaction, `sign-in from ${requesterHash}`);
  await lock(transaction, `sign-in for ${accountId} ${owner.email}`);
  const isOpen = { expiresAt: { gt: now } };
  const byRequester = { where: { requesterHash, ...isOpen }, orderBy: { expiresAt: 'asc' } } as const;
  const asked = await transaction.signInLink.findMany({ ...byRequester, take: REQUESTS });
  const [first] = asked;
  if (first && asked.length >= REQUESTS)
    return { kind: 'too many', seconds: Math.ceil((first.expiresAt.getTime() - now.getTime()) / 1000) };
  const waiting = await transaction.signInLink.findMany({
    where: { ...owner, ...isOpen, isMailed: true },
    orderBy: [{ expiresAt: 'desc' }, { id: 'desc' }],
    take: FOR_ONE,
  });
  const own = waiting.filter((link) => link.requesterHash === requesterHash);
  const isMailed = waiting.length < FOR_ONE && own.length < FROM_ONE;
  const { id } = await transaction.signInLink.create({
    data: {
      ...{ id: newId(clock, 'signInLink'), ...owner, request, browserHash: hashCredential(browser) },
      ...{ requesterHash, isMailed, expiresAt: new Date(now.getTime() + LIFETIME) },
    },
  });
  // Who has had enough mails sent themselves isn't told when others asked.
  const told = own.length >= FROM_ONE ? own : waiting;
  const latest = told.find(({ mailedAt }) => mailedAt !== null) ?? told[0];
  if (isMailed || !latest) return { kind: 'wanted', id };
  return { kind: 'waiting', mailedAt: latest.mailedAt ?? undefined, expiresAt: latest.expiresAt };
}

const lock = (transaction: Transaction, name: string) =>
  transaction.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))::text`;

/** Notes that a link's mail was handed in. */
export async function noteMailed({ prisma, clock }: Service, id: string): Promise<void> {
  await prisma.signInLink.updateMany({ where: { id }, data: { mailedAt: clock.now() } });
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
  const asked = browser === undefined ? null : await findAsked(prisma, link, browser, clock.now());
  return asked ? { email: link.email } : 'of another browser';
}

/**
 * The latest request of this browser for a link's address. What goes on after the sign-in is the browser's own wish,
 * never that of whoever had the link mailed; and nobody is signed in to an address that they haven't asked for.
 */
const findAsked = (
  prisma: Pick<Transaction, 'signInLink'>,
  { accountId, email }: { readonly accountId: string; readonly email: string },
  browser: string,
  now: Date,
) =>
  prisma.signInLink.findFirst({
    where: { accountId, email, browserHash: hashCredential(browser), expiresAt: { gt: now } },
    orderBy: [{ expiresAt: 'desc' }, { id: 'desc' }],
  });

/** A browser that has just been signed in. */
export interface SignedIn {
  /** For the cookie; only its hash is kept. */
  readonly session: string;
  /** What goes on: the query string of an authorization request, or a membership. */
  readonly request: string;
}

/**
 * Uses a link up, in a browser that has asked for its address. Whoever follows it has proven to read that address, and
 * what was bought with it becomes theirs. Of two who follow it at the same time one finds it gone. After a crash the
 * buyer asks for a new one.
 */
export async function followLink(
  service: Service,
  token: string,
  { browser, ip }: Pick<LinkRequest, 'browser' | 'ip'>,
): Promise<SignedIn | undefined> {
  const { clock } = service;
  const [hash, browserHash] = [hashCredential(token), hashCredential(browser)];
  return inTransaction(service, async (transaction) => {
    const link = await transaction.signInLink.findUnique({ where: { hash } });
    const asked = link && (await findAsked(transaction, link, browser, clock.now()));
    if (!asked) return undefined;
    const { count } = await transaction.signInLink.deleteMany({
      where: { hash, expiresAt: { gt: clock.now() } },
    });
    if (count === 0) return undefined;
    const { accountId, email } = link;
    const user = await proveEmail(service, transaction, { accountId, email, browserHash });
    const session = await startSession(service, transaction, user.id, { proof: 'person' }, ip);
    return { session, request: asked.request };
  });
}
