import type { Words } from '../../i18n/index.ts';
import { Refusal } from '../api/refusal.ts';
import { WITH_PRODUCT } from '../plans/schema.ts';
import type { Service } from '../service.ts';
import type { Visitor } from './cookies.ts';
import { type Destination, readDestination, returnPath } from './destination.ts';
import type { Next } from './pages.ts';
import { boughtIn, formProof, signInByLicense, signInByPurchase } from './sessions.ts';
import type { LinkRequest, Requested } from './sign-in-links.ts';
import { orderMail } from './sign-in-mail.ts';
import { type SignInForm, sentPage, signInPage, waitingPage, wayOf } from './sign-in-pages.ts';

/** Maximum number of purchases offered on the sign-in page. */
const MOST_PURCHASES = 10;

export interface SignInInput {
  readonly email: string;
  readonly license_key?: string;
  /** What the sign-in leads to: the query string of an authorization request, or a result of `membershipRequest`. */
  readonly request: string;
}

/** Builds the sign-in page's content. Offers this browser's purchases only if an application requests access. */
export async function signInForm(
  service: Service,
  { accountId, applicationName }: Destination,
  { request, browser, email = '' }: { request: string; browser: string; email?: string },
): Promise<SignInForm> {
  const purchases =
    applicationName === undefined
      ? []
      : await service.prisma.membership.findMany({
          where: { ...boughtIn(browser), accountId, status: { not: 'canceled' } },
          include: { plan: { include: WITH_PRODUCT } },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          take: MOST_PURCHASES,
        });
  const { chat } = service;
  const ways = { way: wayOf(service), ...(chat && { provider: chat.name }) };
  return { applicationName, request, email, purchases, ...ways, proof: formProof(browser) };
}

/** A visitor with the client's IP address, and the words of their language. */
type From = Visitor & { readonly ip: string; readonly words: Words };

/** Result of a sign-in: the response, and the session if the buyer is signed in already. */
type SignedIn = { readonly next: Next; readonly session?: string };

/**
 * Signs a buyer in by license key to view one membership, or mails a sign-in link. The response never reveals whether
 * an address is known here.
 * @param from the browser's cookies, because a link works only where it was requested
 */
export async function signIn(
  service: Service,
  { email, license_key, request }: SignInInput,
  { session: before, browser, ip, words }: From,
): Promise<SignedIn> {
  const destination = await readDestination(service, request);
  if ('location' in destination) return { next: destination };
  const { accountId, applicationName } = destination;
  // Serialized again, so that it is a query string and nothing else.
  const query = String(new URLSearchParams(request));
  if (license_key === undefined || license_key.trim() === '')
    return { next: await offerLink(service, words, { accountId, email, browser, ip, request: query }) };
  const isLooking = applicationName === undefined;
  const session =
    isLooking &&
    (await signInByLicense(service, { accountId, email, licenseKey: license_key }, { before, ip }));
  if (session) return { next: { location: returnPath(query) }, session };
  const form = await signInForm(service, destination, { request: query, browser, email });
  const { unknown, noProof } = words.pages.signIn.license;
  return { next: { page: signInPage(words, form, isLooking ? unknown : noProof) } };
}

/**
 * Signs a browser in as the buyer of a purchase made in it.
 * @throws Refusal if this browser didn't make the purchase, or its buyer has proven an address or a chat account
 */
export async function goOnWithPurchase(
  service: Service,
  { membership, request }: { readonly membership: string; readonly request: string },
  { session: before, browser, ip }: Omit<From, 'words'>,
): Promise<SignedIn> {
  const destination = await readDestination(service, request);
  if ('location' in destination) return { next: destination };
  const { accountId } = destination;
  const bought = { accountId, membershipId: membership, browser };
  const session = await signInByPurchase(service, bought, { before, ip });
  if (session === undefined) throw new Refusal('forbidden', ({ refusals }) => refusals.notBoughtHere);
  return { next: { location: `../${returnPath(String(new URLSearchParams(request)))}` }, session };
}

async function offerLink(service: Service, words: Words, request: LinkRequest): Promise<Next> {
  if (!service.mail) throw new Refusal('invalid', ({ refusals }) => refusals.noMailNoLink);
  return afterRequest(service, words, request, await orderMail(service, words, request));
}

/**
 * Turns the result of a link request into a page. Never reveals whether the address is known here.
 * @throws Refusal 429 after too many requests from one network
 */
function afterRequest(
  { clock, mail }: Service,
  words: Words,
  { email, request }: LinkRequest,
  requested: Requested,
): Next {
  if (requested.kind === 'too many') {
    const minutes = Math.ceil(requested.seconds / 60);
    throw new Refusal('too many', ({ refusals }) => refusals.tooManyLinks(minutes), requested.seconds);
  }
  if (requested.kind === 'wanted' || requested.mailedAt === undefined)
    return { page: sentPage(words, email, request, mail?.inboxUrl) };
  const { mailedAt, expiresAt } = requested;
  return { page: waitingPage(words, email, { mailedAt, expiresAt, now: clock.now() }) };
}
