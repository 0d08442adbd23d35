import type { Words } from '../../i18n/index.ts';
import { Refusal } from '../api/refusal.ts';
import type { Service } from '../service.ts';
import { backTo, readRequest } from './authorization-request.ts';
import type { Scope } from './client-schema.ts';
import type { Visitor } from './cookies.ts';
import { createGrant } from './grants.ts';
import { consentPage, type Next } from './pages.ts';
import { findSignedIn, formProof } from './sessions.ts';
import { signInForm } from './sign-in.ts';
import { signInPage } from './sign-in-pages.ts';

/**
 * Handles an authorization request: shows the sign-in or consent page, or redirects back to the application.
 * @param query the request's query string
 * @param visitor the browser's cookies
 * @throws Refusal if the client or the redirect URI is unknown, so the browser can't be sent back
 */
export async function showAuthorization(
  service: Service,
  words: Words,
  query: string,
  visitor: Visitor,
): Promise<Next> {
  const checked = await readRequest(service, query);
  if ('location' in checked) return checked;
  const { client } = checked;
  const { session, browser } = visitor;
  const signedIn = await findSignedIn(service, client.accountId, session);
  const scopes = signedIn ? toldTo(checked.scopes, signedIn) : [];
  if (!signedIn || session === undefined || scopes.length === 0) {
    const destination = { accountId: client.accountId, applicationName: client.name };
    const form = await signInForm(service, destination, { request: query, browser });
    return { page: signInPage(words, form) };
  }
  const page = consentPage(
    words,
    { ...checked, scopes },
    { ...signedIn, request: query, proof: formProof(session) },
  );
  return { page, formAction: formActionOf(checked.redirectUri) };
}

/**
 * Carries out the buyer's decision. Checks the request again, because it came back through the browser.
 * @throws Refusal if the session has ended
 */
export async function decide(
  service: Service,
  query: string,
  { session, address }: { readonly session: string; readonly address: string },
  isAllowed: boolean,
): Promise<Next> {
  const checked = await readRequest(service, query);
  if ('location' in checked) return checked;
  const signedIn = await findSignedIn(service, checked.client.accountId, session);
  const scopes = signedIn ? toldTo(checked.scopes, signedIn) : [];
  if (!signedIn || scopes.length === 0) throw new Refusal('forbidden', ({ refusals }) => refusals.signedOut);
  const buyer = { userId: signedIn.user.id, address, proof: signedIn.proof, session };
  const answer = isAllowed
    ? { code: await createGrant(service, buyer, { ...checked, scopes }) }
    : { error: 'access_denied', error_description: 'The buyer did not agree.' };
  return { location: backTo(service, checked, answer) };
}

/** Drops the `email` scope for a sign-in by chat account, which doesn't prove the address. */
const toldTo = (scopes: readonly Scope[], { hidesEmail }: { readonly hidesEmail: boolean }) =>
  hidesEmail ? scopes.filter((scope) => scope !== 'email') : scopes;

/** Returns a redirect URI as a `form-action` source: its origin, or just the scheme if it is an app's own scheme. */
function formActionOf(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri);
  return origin === 'null' ? protocol : origin;
}
