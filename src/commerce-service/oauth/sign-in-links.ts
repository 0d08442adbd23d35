import type { Transaction } from '../../database/index.ts';
import type { Words } from '../../i18n/index.ts';
import { networkOf } from '../../network/hosts.ts';
import { hashCredential, newCredential } from '../api-keys/credentials.ts';
import { findOwner, proveEmail } from '../customers/prove-email.ts';
import { isEmailProven, lock } from '../customers/users.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import { inTransaction } from '../transaction.ts';
import type { Visitor } from './cookies.ts';
import { findChatUser, startSession } from './sessions.ts';

/** Lifetime of a link, in milliseconds. */
const LIFETIME = 15 * 60 * 1000;

/** Limits of pending mailed links to one e-mail address: those requested from one network, and all of them. */
const FROM_ONE = 3;
const FOR_ONE = 6;

/** Limit of requests from one network, for any e-mail addresses, within the lifetime of a link. */
const REQUESTS = 30;

export interface LinkRequest {
  readonly accountId: string;
  readonly email: string;
  /** The requesting browser's cookie. */
  readonly browser: string;
  readonly ip: string;
  /** What the sign-in leads to: the query string of an authorization request, or a result of `membershipRequest`. */
  readonly request: string;
}

export type Requested =
  /** The request is stored, and a link must be mailed. */
  | { readonly kind: 'wanted'; readonly id: string }
  /** Enough links are in the inbox already. Each of them signs this browser in. */
  | { readonly kind: 'waiting'; readonly mailedAt: Date | undefined; readonly expiresAt: Date }
  /** The network has made too many requests, counted over all e-mail addresses. */
  | { readonly kind: 'too many'; readonly seconds: number };

/**
 * Records for 15 minutes that a browser wants to sign in with an e-mail address. A link mailed to the address works in
 * every browser that has requested one. So requests by strangers can't keep the recipient out: either the inbox holds
 * links that work for the recipient too, or another one may be mailed. Used links no longer count. Advisory locks
 * serialize these decisions across all processes.
 */
export async function requestLink(
  { clock }: Service,
  transaction: Transaction,
  { accountId, email, browser, ip, request }: LinkRequest,
): Promise<Requested> {
  const now = clock.now();
  const owner = { accountId, email: email.toLowerCase() };
  const requesterHash = hashCredential(networkOf(ip));
  // Always locked in this order, to prevent deadlocks.
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
      id: newId(clock, 'signInLink'),
      ...owner,
      request,
      browserHash: hashCredential(browser),
      requesterHash,
      isMailed,
      expiresAt: new Date(now.getTime() + LIFETIME),
    },
  });
  // A requester at their own limit sees only their own mails, and doesn't learn when others requested one.
  const told = own.length >= FROM_ONE ? own : waiting;
  const latest = told.find(({ mailedAt }) => mailedAt !== null) ?? told[0];
  if (isMailed || !latest) return { kind: 'wanted', id };
  return { kind: 'waiting', mailedAt: latest.mailedAt ?? undefined, expiresAt: latest.expiresAt };
}

/** Records when a link's mail was sent. */
export async function noteMailed({ prisma, clock }: Service, id: string): Promise<void> {
  await prisma.signInLink.updateMany({ where: { id }, data: { mailedAt: clock.now() } });
}

/**
 * Creates the token of a link. Only its hash is stored, so each call creates a new token and invalidates the previous
 * one.
 * @returns the e-mail address and the link; undefined if the link was used or has expired
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

/** A link that works in a browser. */
export interface OpenLink {
  /** The address that it signs in. */
  readonly email: string;
  /** Name of the chat account to whose purchases it adds the address; undefined if it adds it to none. */
  readonly chatName: string | undefined;
}

/** State of a link in one browser, or why it doesn't work there. */
export type LinkState = OpenLink | 'gone' | 'of another browser';

/** Checks a link without using it up. */
export async function readLink(
  { prisma, clock }: Service,
  token: string,
  { browser, session }: { readonly browser: string | undefined; readonly session: string | undefined },
): Promise<LinkState> {
  const link = await prisma.signInLink.findUnique({ where: { hash: hashCredential(token) } });
  if (!link || link.expiresAt <= clock.now()) return 'gone';
  const asked = browser === undefined ? null : await findAsked(prisma, link, browser, clock.now());
  if (browser === undefined || !asked) return 'of another browser';
  const { accountId, email } = link;
  const chatUserId = await findChatUser({ prisma, clock }, session);
  const buyer = await findOwner(prisma, {
    accountId,
    email,
    browserHash: hashCredential(browser),
    chatUserId,
  });
  const isNew = buyer !== null && buyer.id === chatUserId && !isEmailProven(buyer);
  return { email, chatName: isNew ? (buyer.chatAccountName ?? undefined) : undefined };
}

/**
 * Finds this browser's latest pending request for a link's e-mail address. The sign-in leads to what this browser
 * requested, not to what the requester of the mail chose. Without a request of its own, a browser can't be signed in to
 * an address.
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

/** Result of following a link. */
export interface SignedIn {
  /** Token for the cookie; only its hash is stored. */
  readonly session: string;
  /** What the sign-in leads to: the query string of an authorization request, or a result of `membershipRequest`. */
  readonly request: string;
}

/**
 * Uses up a link in a browser that has requested one for its address. This proves that the user reads the address, so
 * purchases made with it become theirs. Of two concurrent calls only one succeeds. If a crash loses the response, the
 * buyer must request a new link.
 * @returns undefined if the link was used, has expired, or wasn't requested in this browser
 * @throws Refusal 429 after too many sign-ins with the address; the link isn't used up
 */
export async function followLink(
  service: Service,
  token: string,
  {
    session: before,
    browser,
    ip,
    words: { locale },
  }: Visitor & Pick<LinkRequest, 'ip'> & { readonly words: Words },
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
    const chatUserId = await findChatUser({ prisma: transaction, clock }, before);
    const proof = { accountId, email, browserHash, chatUserId, locale };
    const user = await proveEmail(service, transaction, proof);
    const signIn = { userId: user.id, by: { proof: 'person' }, before, ip } as const;
    const session = await startSession(service, transaction, signIn);
    return { session, request: asked.request };
  });
}
