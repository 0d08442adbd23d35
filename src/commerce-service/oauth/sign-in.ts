import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { readRequest } from './authorize.ts';
import { linkPage, type Next, signInPage } from './pages.ts';
import { createSignInLink, signInByLicense } from './sessions.ts';

/** What a buyer fills in. */
export interface SignInInput {
  readonly email: string;
  readonly license_key?: string;
  /** The query string of the authorization request that goes on afterwards. */
  readonly request: string;
}

/**
 * Signs a buyer in by license key, or makes a link where the operator allows links on the screen. Either way
 * nothing tells whether an address is known here.
 * @returns where to go, and the session of a buyer who is signed in by now
 */
export async function signIn(
  service: Service,
  { email, license_key, request }: SignInInput,
): Promise<{ readonly next: Next; readonly session?: string }> {
  const checked = await readRequest(service, request);
  if ('location' in checked) return { next: checked };
  const { accountId, name: applicationName } = checked.client;
  // Written anew, so that it is a query string and nothing else.
  const query = String(new URLSearchParams(request));
  if (license_key !== undefined && license_key.trim() !== '') {
    const session = await signInByLicense(service, { accountId, email, licenseKey: license_key });
    if (session !== undefined) return { next: { location: `authorize?${query}` }, session };
    const problem = 'No purchase with this e-mail address has this license key.';
    const offersLink = service.showSignInLinks ?? false;
    return { next: { page: signInPage({ applicationName, request: query, email, offersLink }, problem) } };
  }
  if (!service.showSignInLinks)
    throw new Refusal('invalid', 'license_key is required: no mail is sent here.');
  const token = await createSignInLink(service, { accountId, email, request: query });
  return { next: { page: linkPage(email, `${service.publicUrl}/oauth/sign-in?token=${token}`) } };
}
