import { Refusal } from '../api/refusal.ts';
import type { Service } from '../service.ts';
import { backTo, readRequest } from './authorization-request.ts';
import type { Visitor } from './cookies.ts';
import { createGrant } from './grants.ts';
import { consentPage, type Next } from './pages.ts';
import type { Scope } from './scopes.ts';
import { findSignedIn, formProof } from './sessions.ts';
import { signInForm } from './sign-in.ts';
import { signInPage } from './sign-in-pages.ts';

/**
 * The page that an authorization request leads to: sign-in, consent, or back to the application.
 * @param query the request's query string
 * @param visitor what the browser is known by: its session, if it is signed in, and itself
 * @throws Refusal when the request is too broken to send anybody anywhere
 */
export async function showAuthorization(service: Service, query: string, visitor: Visitor): Promise<Next> {
  const checked = await readRequest(service, query);
  if ('location' in checked) return checked;
  const { client } = checked;
  const { session, browser } = visitor;
  const signedIn = await findSignedIn(service, client.accountId, session);
  const scopes = signedIn ? toldTo(checked.scopes, signedIn) : [];
  if (!signedIn || session === undefined || scopes.length === 0) {
    const destination = { accountId: client.accountId, applicationName: client.name };
    return { page: signInPage(await signInForm(service, destination, { request: query, browser })) };
  }
  const page = consentPage(
    { ...checked, scopes },
    { ...signedIn, request: query, proof: formProof(session) },
  );
  return { page, formAction: formActionOf(checked.redirectUri) };
}

/**
 * Carries out what the buyer decided. The request is checked once more: it went through the browser.
 * @throws Refusal when the session has ended meanwhile
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
  if (!signedIn || scopes.length === 0)
    throw new Refusal('forbidden', 'You were signed out meanwhile. Go back and start again.');
  const buyer = { userId: signedIn.user.id, address, proof: signedIn.proof };
  const answer = isAllowed
    ? { code: await createGrant(service, buyer, { ...checked, scopes }) }
    : { error: 'access_denied', error_description: 'The buyer did not agree.' };
  return { location: backTo(service, checked, answer) };
}

/** What an application may be told: no address that whoever is signed in hasn't shown to be theirs. */
const toldTo = (scopes: readonly Scope[], { hidesEmail }: { readonly hidesEmail: boolean }) =>
  hidesEmail ? scopes.filter((scope) => scope !== 'email') : scopes;

/** An address as a security policy names it: its origin, or the scheme of an application on a phone. */
function formActionOf(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri);
  return origin === 'null' ? protocol : origin;
}
