import { hashCredential, isSame, newCredential } from '../credentials.ts';
import type { Service } from '../service.ts';

/** How long a browser stays signed in, in milliseconds. */
const LIFETIME = 12 * 60 * 60 * 1000;

/** A new session of a user: the token for the cookie, and the row, which holds its hash only. */
export function newSession({ clock }: Service, userId: string) {
  const session = newCredential('session');
  const expiresAt = new Date(clock.now().getTime() + LIFETIME);
  return { session, row: { hash: hashCredential(session), userId, expiresAt } };
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

/** Who is signed in with this session, or undefined. */
export async function findUser({ prisma, clock }: Service, session: string) {
  const where = { hash: hashCredential(session), expiresAt: { gt: clock.now() } };
  const found = await prisma.session.findFirst({ where, include: { user: true } });
  return found?.user;
}

/** Who is signed in with this session at this account, or undefined. */
export async function findSignedIn(service: Service, accountId: string, session: string) {
  const user = await findUser(service, session);
  return user?.accountId === accountId ? user : undefined;
}

/** Ends a session. Doing it again changes nothing. */
export async function endSession({ prisma }: Service, session: string): Promise<void> {
  await prisma.session.deleteMany({ where: { hash: hashCredential(session) } });
}

/**
 * What a form must carry to show that our own page sent it: bound to a cookie (the session's, or the browser's
 * before there is one) and useless without it, as another site can neither read the page nor the cookie.
 */
export const formProof = (cookie: string): string => hashCredential(`form ${cookie}`);

/** Whether a form carries its cookie's proof. */
export const isOurForm = (cookie: string | undefined, proof: string): cookie is string =>
  cookie !== undefined && isSame(proof, formProof(cookie));
