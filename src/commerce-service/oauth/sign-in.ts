import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { readDestination, returnPath } from './destination.ts';
import type { Next } from './pages.ts';
import { formProof, signInByLicense } from './sessions.ts';
import { makeLink, requestLink } from './sign-in-links.ts';
import { orderMail } from './sign-in-mail.ts';
import { linkPage, sentPage, signInPage, tooManyLinksPage, wayOf } from './sign-in-pages.ts';

/** What a buyer fills in. */
export interface SignInInput {
  readonly email: string;
  readonly license_key?: string;
  /** What goes on afterwards: the query string of an authorization request, or a membership. */
  readonly request: string;
}

/**
 * Signs a buyer in by license key, or has a link mailed, or shown where the operator allows links on the
 * screen. Either way nothing tells whether an address is known here.
 * @param browser the cookie of the buyer's browser: a link works there and nowhere else
 * @returns where to go, and the session of a buyer who is signed in by now
 */
export async function signIn(
  service: Service,
  { email, license_key, request }: SignInInput,
  browser: string,
): Promise<{ readonly next: Next; readonly session?: string }> {
  const destination = await readDestination(service, request);
  if ('location' in destination) return { next: destination };
  const { accountId, applicationName } = destination;
  // Written anew, so that it is a query string and nothing else.
  const query = String(new URLSearchParams(request));
  if (license_key === undefined || license_key.trim() === '')
    return { next: await offerLink(service, { accountId, email, browser, request: query }) };
  const session = await signInByLicense(service, { accountId, email, licenseKey: license_key });
  if (session !== undefined) return { next: { location: returnPath(query) }, session };
  const form = { applicationName, request: query, email, way: wayOf(service), proof: formProof(browser) };
  return { next: { page: signInPage(form, 'No purchase with this e-mail address has this license key.') } };
}

async function offerLink(service: Service, request: Parameters<typeof orderMail>[1]): Promise<Next> {
  switch (wayOf(service)) {
    case 'mailed':
      await orderMail(service, request);
      return { page: sentPage(request.email, request.request) };
    case 'shown': {
      const id = await requestLink(service, service.prisma, request);
      const made = id === undefined ? undefined : await makeLink(service, id);
      return { page: made ? linkPage(made.email, made.link) : tooManyLinksPage() };
    }
    case 'none':
      throw new Refusal('invalid', 'license_key is required: no mail is sent here.');
  }
}
