import type { Transaction } from '../../database/index.ts';
import { isSameSecret } from '../../same-secret.ts';
import { hashCredential, newCredential } from '../api-keys/credentials.ts';
import { type Author, record } from '../audited.ts';
import { emailOf, isEmailProven, isProven, type UserRow } from '../customers/users.ts';
import { countAction, type TooOften, tooOften } from '../daily-limits.ts';
import { WITH_PRODUCT } from '../plans/schema.ts';
import type { Service } from '../service.ts';
import { inTransaction } from '../transaction.ts';

/** Session lifetime in milliseconds. */
const LIFETIME = 12 * 60 * 60 * 1000;

/**
 * What a session rests on. `person` (proven e-mail address) and `chat` (proven chat account) stand for a person.
 * `purchase` (made in this browser) and `license` (knowledge of a license key) give access to that one membership only.
 */
export type SignedInBy =
  | { readonly proof: Person['proof'] }
  | { readonly proof: 'purchase' | 'license'; readonly membershipId: string };

/** A signed-in user with a proven e-mail address or chat account. */
export interface Person {
  readonly user: UserRow;
  /** What the session proves: that the user reads the address, or owns the chat account. */
  readonly proof: 'person' | 'chat';
}

/** Returns the name to show: the chat account's or the e-mail address, never the one not proven here. */
export const nameOf = ({ user, proof }: Person): string =>
  proof === 'chat' ? (user.chatAccountName ?? '') : user.email;

/** A sign-in: whom it signs in, by which proof, and from where. */
export interface SignIn {
  readonly userId: string;
  readonly by: SignedInBy;
  /** The browser's current session. It is renewed or replaced. */
  readonly before: string | undefined;
  /** The client's IP address, for the audit log. */
  readonly ip: string;
}

/**
 * Signs in within the caller's transaction. Must be its last step, because it appends to the audit log. A browser that
 * is already signed in by this proof keeps its session under a new token, so that anybody who knew the previous token
 * loses access, and nothing more is stored or recorded.
 * @returns the session token for the cookie; or from when it is possible again after too many sign-ins by this proof
 */
export async function openSession(
  service: Pick<Service, 'clock'>,
  transaction: Transaction,
  { userId, by, before, ip }: SignIn,
): Promise<{ readonly session: string } | TooOften> {
  const { session, row } = newSession(service, userId, by);
  if (before !== undefined && (await renewToken(service, transaction, before, row))) return { session };
  const object = 'membershipId' in by ? membershipOf(by.membershipId) : { type: 'user', id: userId };
  const refused = await countAction(service, transaction, 'sign in', `${by.proof} ${object.id}`);
  if (refused) return refused;
  if (before !== undefined) await replaceSession(transaction, before);
  await transaction.session.create({ data: row });
  const author = { ...customer(userId, ip), proof: by.proof };
  await record(service, transaction, author, { action: 'signed in', object });
  return { session };
}

/**
 * Signs in like `openSession`.
 * @throws Refusal 429 after too many sign-ins by this proof
 */
export async function startSession(
  service: Pick<Service, 'clock'>,
  transaction: Transaction,
  signIn: SignIn,
): Promise<string> {
  const opened = await openSession(service, transaction, signIn);
  if ('session' in opened) return opened.session;
  throw tooOften(service, 'sign in', opened, ({ refusals }) => refusals.notSignedIn[signIn.by.proof]);
}

/** @returns whether the browser's session rests on the same proof, and now has the new token and lifetime */
async function renewToken(
  { clock }: Pick<Service, 'clock'>,
  transaction: Transaction,
  before: string,
  { hash, expiresAt, ...same }: ReturnType<typeof newSession>['row'],
): Promise<boolean> {
  const { count } = await transaction.session.updateMany({
    where: { ...same, hash: hashCredential(before), expiresAt: { gt: clock.now() } },
    data: { hash, expiresAt },
  });
  return count === 1;
}

const customer = (id: string, address: string): Author => ({ actor: { kind: 'customer', id }, address });

const membershipOf = (id: string) => ({ type: 'membership', id });

/** Dependencies of session look-ups. `prisma` may be the caller's transaction. */
type Sessions = Pick<Service, 'clock'> & { readonly prisma: Transaction };

/** Generates a session token for the cookie, and the row to store, which holds only the token's hash. */
export function newSession({ clock }: Pick<Service, 'clock'>, userId: string, by: SignedInBy) {
  const session = newCredential('session');
  const expiresAt = new Date(clock.now().getTime() + LIFETIME);
  const membershipId = 'membershipId' in by ? by.membershipId : null;
  return {
    session,
    row: { hash: hashCredential(session), userId, expiresAt, proof: by.proof, membershipId },
  };
}

/**
 * Signs in a visitor who knows a membership's license key and its buyer's e-mail address. The session may only view
 * that membership.
 * @returns the session token for the cookie; undefined if the key and the address don't match
 * @throws Refusal 429 after too many sign-ins with the membership's key
 */
export async function signInByLicense(
  service: Service,
  { accountId, email, licenseKey }: { accountId: string; email: string; licenseKey: string },
  from: Pick<SignIn, 'before' | 'ip'>,
): Promise<string | undefined> {
  const key = licenseKey.trim().toUpperCase();
  return inTransaction(service, async (transaction) => {
    // The sign-in and a replacement of the key wait for each other: a replaced key opens nothing, and the replacement
    // ends every session that its former key opened.
    await transaction.$queryRaw`SELECT id FROM commerce.memberships WHERE license_key = ${key} FOR KEY SHARE`;
    const bought = await transaction.membership.findUnique({
      where: { licenseKey: key },
      include: { user: true },
    });
    if (bought?.accountId !== accountId || emailOf(bought.user) !== email.toLowerCase()) return undefined;
    const by = { proof: 'license', membershipId: bought.id } as const;
    return startSession(service, transaction, { ...from, userId: bought.userId, by });
  });
}

/**
 * Signs in the browser that made a purchase, as its buyer. Once the buyer has proven an address or a chat account, the
 * purchase belongs to that person, and the browser no longer proves anything.
 * @returns the session token for the cookie; undefined if this browser didn't make the purchase, or its buyer is proven
 * @throws Refusal 429 after too many sign-ins with the purchase
 */
export async function signInByPurchase(
  service: Service,
  { accountId, membershipId, browser }: { accountId: string; membershipId: string; browser: string },
  from: Pick<SignIn, 'before' | 'ip'>,
): Promise<string | undefined> {
  const bought = await service.prisma.membership.findFirst({
    where: { ...boughtIn(browser), id: membershipId, accountId },
  });
  if (!bought) return undefined;
  const by = { proof: 'purchase', membershipId } as const;
  return inTransaction(service, (transaction) =>
    startSession(service, transaction, { ...from, userId: bought.userId, by }),
  );
}

/** Builds the filter for memberships bought in this browser that have no proven owner. */
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

/** Finds the person signed in with this session, if any. */
export async function findPerson(
  sessions: Sessions,
  session: string | undefined,
): Promise<Person | undefined> {
  const found = await findSession(sessions, session);
  return found && personOf(found);
}

/** Returns the id of the user whom this session knows by a chat account, if any. */
export async function findChatUser(
  sessions: Sessions,
  session: string | undefined,
): Promise<string | undefined> {
  const person = await findPerson(sessions, session);
  return person?.proof === 'chat' ? person.user.id : undefined;
}

/** Returns the id of the membership whose license key opened this session, if any. */
export async function findLicensed(
  sessions: Sessions,
  session: string | undefined,
): Promise<string | undefined> {
  const found = await findSession(sessions, session);
  return found?.proof === 'license' ? (found.membershipId ?? undefined) : undefined;
}

/**
 * Finds the user who can grant an application access: a person, or the buyer of one purchase who hasn't proven an
 * address or a chat account.
 * @returns the user, with a display name or the purchase; undefined if the session fits neither, or belongs to another
 *   account
 */
export async function findSignedIn(sessions: Sessions, accountId: string, session: string | undefined) {
  const found = await findSession(sessions, session);
  if (found?.user.accountId !== accountId) return undefined;
  const person = personOf(found);
  if (person) {
    const { user, proof } = person;
    return { user, proof, name: nameOf(person), hidesEmail: proof === 'chat' };
  }
  const { proof, user, membershipId: id } = found;
  if (proof !== 'purchase' || id === null || isProven(user)) return undefined;
  const include = { plan: { include: WITH_PRODUCT } };
  const purchase = await sessions.prisma.membership.findFirst({ where: { id, userId: user.id }, include });
  return purchase ? { user, proof, purchase, hidesEmail: false } : undefined;
}

/** Ends a session and records the sign-out. Idempotent. */
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

/**
 * Ends what rests on a chat account that a user no longer has: sessions, and consents with their codes and tokens. The
 * caller holds the user's lock, so none is added meanwhile.
 */
export async function endChatProof(
  { clock }: Pick<Service, 'clock'>,
  transaction: Transaction,
  userId: string,
): Promise<void> {
  await transaction.session.deleteMany({ where: { userId, proof: 'chat' } });
  await transaction.oAuthGrant.updateMany({
    // A consent of unknown proof may rest on it, too.
    where: { userId, revokedAt: null, OR: [{ proof: 'chat' }, { proof: null }] },
    data: { revokedAt: clock.now() },
  });
}

/** Deletes a session that a new one replaces. Not recorded, because the opening of the new session is. */
export const replaceSession = async (transaction: Transaction, session: string): Promise<void> => {
  await transaction.session.deleteMany({ where: { hash: hashCredential(session) } });
};

/**
 * Derives the token that proves that a form comes from our own page (CSRF protection). It is bound to a cookie: the
 * session's, or the browser's before there is a session. Other sites can read neither the page nor the cookie.
 */
export const formProof = (cookie: string): string => hashCredential(`form ${cookie}`);

/** Returns whether a form carries the token that belongs to its cookie. */
export const isOurForm = (cookie: string | undefined, proof: string): cookie is string =>
  cookie !== undefined && isSameSecret(proof, formProof(cookie));
