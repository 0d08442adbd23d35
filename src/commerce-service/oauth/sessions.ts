import { hashCredential, isSame, newCredential } from '../credentials.ts';
import { type Service, TRANSACTION } from '../service.ts';
import { ensureUser } from '../users.ts';

/** How long a link waits to be followed, and a browser stays signed in, in milliseconds. */
const LINK_LIFETIME = 15 * 60 * 1000;
const SESSION_LIFETIME = 12 * 60 * 60 * 1000;

/** A browser that has just been signed in. */
export interface SignedIn {
  /** For the cookie; only its hash is kept. */
  readonly session: string;
  /** The query string of the authorization request that goes on. */
  readonly request: string;
}

/**
 * Makes a link's token that signs this address in, once, within fifteen minutes. It says nothing about
 * whether the address is known here.
 * @param request the query string of the authorization request to go on with
 */
export async function createSignInLink(
  { prisma, clock }: Service,
  { accountId, email, request }: { accountId: string; email: string; request: string },
): Promise<string> {
  const now = clock.now();
  const token = newCredential('signin');
  const expiresAt = new Date(now.getTime() + LINK_LIFETIME);
  await prisma.signInLink.create({
    data: { hash: hashCredential(token), accountId, email: email.toLowerCase(), request, expiresAt },
  });
  await forgetExpired({ prisma, clock });
  return token;
}

/** The address that a link would sign in, or undefined when it is not good, or no longer. Uses nothing up. */
export async function readSignInLink({ prisma, clock }: Service, token: string): Promise<string | undefined> {
  const link = await prisma.signInLink.findUnique({ where: { hash: hashCredential(token) } });
  return link && link.expiresAt > clock.now() ? link.email : undefined;
}

/**
 * Uses a link up. Whoever follows it has proven to read that address, so the user is created where it is new.
 * Of two who follow it at the same time one finds it gone. After a crash the buyer asks for a new one.
 */
export async function useSignInLink(service: Service, token: string): Promise<SignedIn | undefined> {
  const { prisma, clock } = service;
  const hash = hashCredential(token);
  return prisma.$transaction(async (transaction) => {
    const link = await transaction.signInLink.findUnique({ where: { hash } });
    const { count } = await transaction.signInLink.deleteMany({
      where: { hash, expiresAt: { gt: clock.now() } },
    });
    if (!link || count === 0) return undefined;
    const userId = await ensureUser(service, transaction, link.accountId, { email: link.email });
    const { session, row } = newSession(service, userId);
    await transaction.session.create({ data: row });
    return { session, request: link.request };
  }, TRANSACTION);
}

/**
 * Signs in whoever knows the license key of a purchase made with this address: the way without any mail.
 * @returns the session for the cookie, or undefined when the two don't belong together
 */
export async function signInByLicense(
  service: Service,
  { accountId, email, licenseKey }: { accountId: string; email: string; licenseKey: string },
): Promise<string | undefined> {
  const bought = await service.prisma.membership.findUnique({
    where: { licenseKey: licenseKey.trim().toUpperCase() },
    include: { user: true },
  });
  if (bought?.accountId !== accountId || bought.user.email !== email.toLowerCase()) return undefined;
  const { session, row } = newSession(service, bought.userId);
  await service.prisma.session.create({ data: row });
  return session;
}

function newSession({ clock }: Service, userId: string) {
  const session = newCredential('session');
  const expiresAt = new Date(clock.now().getTime() + SESSION_LIFETIME);
  return { session, row: { hash: hashCredential(session), userId, expiresAt } };
}

/** Who is signed in with this session at this account, or undefined. */
export async function findSignedIn({ prisma, clock }: Service, accountId: string, session: string) {
  const where = { hash: hashCredential(session), expiresAt: { gt: clock.now() }, user: { accountId } };
  const found = await prisma.session.findFirst({ where, include: { user: true } });
  return found?.user;
}

/** Ends a session. Doing it again changes nothing. */
export async function endSession({ prisma }: Service, session: string): Promise<void> {
  await prisma.session.deleteMany({ where: { hash: hashCredential(session) } });
}

/**
 * What a form must carry to show that our own page sent it: bound to the session and useless without it, as
 * another site can neither read the page nor the cookie.
 */
export const formProof = (session: string): string => hashCredential(`form ${session}`);

/** Whether a form carries its session's proof. */
export const isOurForm = (session: string, proof: string): boolean => isSame(proof, formProof(session));

/** Deletes what nothing can be done with any more. Tokens go some days later: a reused one must be recognised. */
async function forgetExpired({ prisma, clock }: Pick<Service, 'prisma' | 'clock'>): Promise<void> {
  const now = clock.now();
  const longAgo = new Date(now.getTime() - 60 * 24 * 60 * 60 * 1000);
  await prisma.$transaction([
    prisma.signInLink.deleteMany({ where: { expiresAt: { lte: now } } }),
    prisma.session.deleteMany({ where: { expiresAt: { lte: now } } }),
    prisma.oAuthToken.deleteMany({ where: { expiresAt: { lte: longAgo } } }),
    prisma.oAuthGrant.deleteMany({ where: { createdAt: { lte: longAgo }, tokens: { none: {} } } }),
  ]);
}
