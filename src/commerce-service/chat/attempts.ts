import type { Prisma } from '../../database/index.ts';
import { challengeOf } from '../../oauth.ts';
import { hashCredential, newCredential } from '../api-keys/credentials.ts';
import type { Service } from '../service.ts';
import { authorizeUrl, type SignInProvider } from './provider.ts';

/** Time limit of a sign-in at the provider, in milliseconds. */
const LIFETIME = 10 * 60 * 1000;

/** A sign-in at the provider, begun in one browser. */
export type Attempt = Prisma.ChatSignInGetPayload<object>;

/** Reasons for a failed sign-in. */
export const OUTCOMES = [
  'denied',
  'over',
  'unavailable',
  'unknown',
  'taken',
  'not yours',
  'too often',
  'signed in too often',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Wish {
  readonly accountId: string;
  /** What the sign-in leads to: the query string of an authorization request, or a result of `membershipRequest`. */
  readonly request: string;
  /** The user to connect the chat account with; omitted for a plain sign-in. */
  readonly userId?: string;
}

/** Records a new sign-in and returns the provider's address for the browser. */
export async function beginAttempt(
  service: Service,
  provider: SignInProvider,
  browser: string,
  { accountId, request, userId }: Wish,
): Promise<string> {
  const state = newCredential('state');
  await service.prisma.chatSignIn.create({
    data: {
      stateHash: hashCredential(state),
      browserHash: hashCredential(browser),
      accountId,
      request,
      userId: userId ?? null,
      expiresAt: new Date(service.clock.now().getTime() + LIFETIME),
    },
  });
  return authorizeUrl(service, provider, { state, verifier: verifierOf(state, browser) });
}

/**
 * Derives the PKCE verifier (RFC 7636) of a sign-in from the browser's cookie. Only a hash of the cookie is stored, so
 * neither a copy of the database nor the addresses in transit reveal the verifier.
 */
export const verifierOf = (state: string, browser: string): string =>
  challengeOf(`verifier ${state} ${browser}`);

/** A response's relation to this browser's attempts: the first one to an attempt, a repeated one, or unrelated. */
export type Taken =
  | { readonly kind: 'first' | 'again'; readonly attempt: Attempt }
  | { readonly kind: 'none' };

/** Accepts a response: once, in the browser that began the attempt, and before the attempt expires. */
export async function takeAnswer({ prisma, clock }: Service, state: string, browser: string): Promise<Taken> {
  const now = clock.now();
  const own = { stateHash: hashCredential(state), browserHash: hashCredential(browser) };
  const isOpen = { ...own, expiresAt: { gt: now } };
  const { count } = await prisma.chatSignIn.updateMany({
    where: { ...isOpen, answeredAt: null },
    data: { answeredAt: now },
  });
  const attempt = await prisma.chatSignIn.findFirst({ where: isOpen });
  if (!attempt) return { kind: 'none' };
  return { kind: count === 1 ? 'first' : 'again', attempt };
}

interface Failure {
  readonly outcome: Outcome;
  readonly name?: string | undefined;
  /** Time from which it is possible again. */
  readonly retryAt?: Date | undefined;
}

/** Stores why a sign-in failed, for the page that explains it. */
export async function noteOutcome(
  { prisma }: Service,
  { stateHash }: Attempt,
  { outcome, name, retryAt }: Failure,
): Promise<void> {
  await prisma.chatSignIn.updateMany({
    where: { stateHash },
    data: { outcome, name: name ?? null, retryAt: retryAt ?? null },
  });
}

/** Finds this browser's latest sign-in that got a response and hasn't expired. */
export async function latestAnswered(
  { prisma, clock }: Service,
  browser: string,
): Promise<Attempt | undefined> {
  const found = await prisma.chatSignIn.findFirst({
    where: {
      browserHash: hashCredential(browser),
      answeredAt: { not: null },
      expiresAt: { gt: clock.now() },
    },
    orderBy: { answeredAt: 'desc' },
  });
  return found ?? undefined;
}
