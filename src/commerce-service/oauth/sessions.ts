import type { Transaction } from '../../database/index.ts';
import { hashCredential, isSame, newCredential } from '../api-keys/credentials.ts';
import { type Author, record } from '../audited.ts';
import { emailOf, isEmailProven, isProven, type UserRow } from '../customers/users.ts';
import { WITH_PRODUCT } from '../plans/schema.ts';
import type { Service } from '../service.ts';
import { inTransaction } from '../transaction.ts';

/** How long a browser stays signed in, in milliseconds. */
const LIFETIME = 12 * 60 * 60 * 1000;

/**
 * Whom a session stands for: a person who has proven their address (`person`), or their chat account (`chat`); whoever made
 * one purchase, by the browser in which it was made; or whoever knows the license key of one. The latter two open that
 * purchase and nothing else.
 */
export type SignedInBy =
  | { readonly proof: Person['proof'] }
  | { readonly proof: 'purchase' | 'license'; readonly membershipId: string };

/** A person who is signed in. */
export interface Person {
  readonly user: UserRow;
  /** What they have shown: that they read the address, or that the chat account is theirs. */
  readonly proof: 'person' | 'chat';
}

/** What a person is called: by what they have shown, and by nothing else that is theirs. */
export const nameOf = ({ user, proof }: Person): string =>
  proof === 'chat' ? (user.chatAccountName ?? '') : user.email;

/** Signs a user in, and records it. @returns the session for the cookie */
const openSession = (service: Service, userId: string, by: SignedInBy, ip: string): Promise<string> =>
  inTransaction(service, (transaction) => startSession(service, transaction, userId, by, ip));

/** The same at the end of a transaction of the caller's. */
export async function startSession(
  service: Pick<Service, 'clock'>,
  transaction: Transaction,
  userId: string,
  by: SignedInBy,
  ip: string,
): Promise<string> {
  const { session, row } = newSession(service, userId, by);
  await transaction.session.create({ data: row });
  const object = 'membershipId' in by ? membershipOf(by.membershipId) : { type: 'user', id: userId };
  const author = { ...customer(userId, ip), proof: by.proof };
  await record(service, transaction, author, { action: 'signed in', object });
  return session;
}

const customer = (id: string, address: string): Author => ({ actor: { kind: 'customer', id }, address });

const membershipOf = (id: string) => ({ type: 'membership', id });

/** Where sessions are looked up: in a transaction of the caller's, too. */
type Sessions = Pick<Service, 'clock'> & { readonly prisma: Transaction };

/** A new session of a user: the token for the cookie, and the row, which holds its hash only. */
export function newSession({ clock }: Pick<Service, 'clock'>, userId: string, by: SignedInBy) {
  const session = newCredential('session');
  const expiresAt = new Date(clock.now().getTime() + LIFETIME);
  return { session, row: { hash: hashCredential(session), userId, expiresAt, ...by } };
}

/**
 * Signs in whoever knows the license key of a purchase made with this address, to look at that purchase.
 * @returns the session for the cookie, or undefined when the two don't belong together
 */
export async function signInByLicense(
  service: Service,
  { accountId, email, licenseKey, ip }: { accountId: string; email: string; licenseKey: string; ip: string },
): Promise<string | undefined> {
  const bought = await service.prisma.membership.findUnique({
    where: { licenseKey: licenseKey.trim().toUpperCase() },
    include: { user: true },
  });
  if (bought?.accountId !== accountId || emailOf(bought.user) !== email.toLowerCase()) return undefined;
  return openSession(service, bought.userId, { proof: 'license', membershipId: bought.id }, ip);
}

/**
 * Signs in whoever bought something in this browser, as the buyer of that. Once the address was proven the purchase
 * is that person's, and the browser proves nothing any more.
 * @returns the session for the cookie, or undefined where nothing was bought here that is nobody's yet
 */
export async function signInByPurchase(
  service: Service,
  {
    accountId,
    membershipId,
    browser,
    ip,
  }: { accountId: string; membershipId: string; browser: string; ip: string },
): Promise<string | undefined> {
  const bought = await service.prisma.membership.findFirst({
    where: { ...boughtIn(browser), id: membershipId, accountId },
  });
  if (!bought) return undefined;
  return openSession(service, bought.userId, { proof: 'purchase', membershipId }, ip);
}

/** Purchases that were made in this browser, and are no proven person's. */
export const boughtIn = (browser: string) => ({
  browserHash: hashCredential(browser),
  user: { emailProvenAt: null, chatProvenAt: null },
});

async function findSession({ prisma, clock }: Sessions, session: string | undefined) {
  if (session === undefined) return undefined;
  const where = { hash: hashCredential(session), expiresAt: { gt: clock.now() } };
  return (await prisma.session.findFirst({ where, include: { user: true } })) ?? undefined;
}

type Found = NonNullable<Awaited<ReturnType<typeof findSession>>>;

function personOf({ proof, user }: Found): Person | undefined {
  if (proof === 'person' && isEmailProven(user)) return { user, proof };
  return proof === 'chat' && user.chatAccountId !== null ? { user, proof } : undefined;
}

/** The person who is signed in with this session, or undefined. */
export async function findPerson(
  sessions: Sessions,
  session: string | undefined,
): Promise<Person | undefined> {
  const found = await findSession(sessions, session);
  return found && personOf(found);
}

/** The one membership that this session opens by its license key, or undefined. */
export async function findLicensed(
  sessions: Sessions,
  session: string | undefined,
): Promise<string | undefined> {
  const found = await findSession(sessions, session);
  return found?.proof === 'license' ? (found.membershipId ?? undefined) : undefined;
}

/**
 * Who an application may be told of: a person, or the buyer of one purchase, as long as that is all this user is.
 * @returns the user, with their name or the purchase where it is no more than that; undefined for everybody else
 */
export async function findSignedIn(service: Service, accountId: string, session: string | undefined) {
  const found = await findSession(service, session);
  if (found?.user.accountId !== accountId) return undefined;
  const person = personOf(found);
  if (person) {
    const { user, proof } = person;
    return { user, proof, name: nameOf(person), hidesEmail: proof === 'chat' };
  }
  const { proof, user, membershipId: id } = found;
  if (proof !== 'purchase' || id === null || isProven(user)) return undefined;
  const include = { plan: { include: WITH_PRODUCT } };
  const purchase = await service.prisma.membership.findFirst({ where: { id, userId: user.id }, include });
  return purchase ? { user, proof, purchase, hidesEmail: false } : undefined;
}

/** Ends a session. Doing it again changes nothing. */
export async function endSession(service: Service, session: string, ip: string): Promise<void> {
  const hash = hashCredential(session);
  await inTransaction(service, async (transaction) => {
    const found = await transaction.session.findUnique({ where: { hash } });
    const { count } = await transaction.session.deleteMany({ where: { hash } });
    if (!found || count === 0) return;
    const { userId, proof } = found;
    const deed = { action: 'signed out', object: { type: 'user', id: userId } } as const;
    await record(service, transaction, { ...customer(userId, ip), proof }, deed);
  });
}

/** Ends a session that another one takes the place of: that this one was opened is recorded. */
export const replaceSession = async (transaction: Transaction, session: string): Promise<void> => {
  await transaction.session.deleteMany({ where: { hash: hashCredential(session) } });
};

/**
 * What a form must carry to show that our own page sent it: bound to a cookie (the session's, or the browser's
 * before there is one) and useless without it, as another site can neither read the page nor the cookie.
 */
export const formProof = (cookie: string): string => hashCredential(`form ${cookie}`);

/** Whether a form carries its cookie's proof. */
export const isOurForm = (cookie: string | undefined, proof: string): cookie is string =>
  cookie !== undefined && isSame(proof, formProof(cookie));
