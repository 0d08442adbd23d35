import type { Prisma } from '../../database/index.ts';
import { challengeOf } from '../../oauth.ts';
import { hashCredential, newCredential } from '../api-keys/credentials.ts';
import type { Service } from '../service.ts';
import { authorizeUrl, type ChatProvider } from './provider.ts';

/** How long a sign-in at the provider may take, in milliseconds. */
const LIFETIME = 10 * 60 * 1000;

/** A browser that was sent to the provider. */
export type Attempt = Prisma.ChatSignInGetPayload<object>;

/** Why a sign-in led nowhere. */
export const OUTCOMES = ['denied', 'over', 'unavailable', 'unknown', 'taken', 'not yours'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What a browser is sent to the provider for. */
export interface Wish {
  readonly accountId: string;
  /** What to go on with: the query string of an authorization request, or a membership. */
  readonly request: string;
  /** Whose chat account it is to be; left out where somebody only signs in. */
  readonly userId?: string;
}

/** Notes that a browser signs in at the provider. @returns where it is sent */
export async function beginAttempt(
  service: Service,
  provider: ChatProvider,
  browser: string,
  { accountId, request, userId }: Wish,
): Promise<string> {
  const state = newCredential('state');
  await service.prisma.chatSignIn.create({
    data: {
      ...{ stateHash: hashCredential(state), browserHash: hashCredential(browser), accountId, request },
      ...{ userId: userId ?? null, expiresAt: new Date(service.clock.now().getTime() + LIFETIME) },
    },
  });
  return authorizeUrl(service, provider, { state, verifier: verifierOf(state, browser) });
}

/**
 * The PKCE verifier (RFC 7636) of a sign-in. It comes from the browser's cookie, of which we keep a hash only: whoever has a
 * copy of the database, or sees the addresses, doesn't have it.
 */
export const verifierOf = (state: string, browser: string): string =>
  challengeOf(`verifier ${state} ${browser}`);

/** What an answer is to us: the first one to an attempt of this browser, another one, or none. */
export type Taken =
  | { readonly kind: 'first' | 'again'; readonly attempt: Attempt }
  | { readonly kind: 'none' };

/** Takes an answer: each counts once, in the browser that was sent, in time. */
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

/** Keeps why a sign-in led nowhere, for the page that says so. */
export async function noteOutcome(
  { prisma }: Service,
  { stateHash }: Attempt,
  outcome: Outcome,
  name?: string,
): Promise<void> {
  await prisma.chatSignIn.updateMany({ where: { stateHash }, data: { outcome, name: name ?? null } });
}

/** The latest sign-in of this browser that was answered, or undefined. */
export async function latestAnswered(
  { prisma, clock }: Service,
  browser: string,
): Promise<Attempt | undefined> {
  const found = await prisma.chatSignIn.findFirst({
    where: {
      ...{ browserHash: hashCredential(browser), answeredAt: { not: null } },
      expiresAt: { gt: clock.now() },
    },
    orderBy: { answeredAt: 'desc' },
  });
  return found ?? undefined;
}
