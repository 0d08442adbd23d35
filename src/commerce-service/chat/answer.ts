import { errorCode } from '../../errors.ts';
import { lockUsers } from '../customers/users.ts';
import type { TooOften } from '../daily-limits.ts';
import type { Visitor } from '../oauth/cookies.ts';
import { returnPath } from '../oauth/destination.ts';
import { openSession } from '../oauth/sessions.ts';
import type { Service } from '../service.ts';
import { inTransaction } from '../transaction.ts';
import { type Attempt, noteOutcome, type Outcome, takeAnswer, verifierOf } from './attempts.ts';
import { connectChatAccount } from './connect.ts';
import { type ChatIdentity, identify, type SignInProvider } from './provider.ts';

/** Query parameters with which the provider redirects a browser back. */
export interface Answer {
  readonly state?: string;
  readonly code?: string;
  readonly error?: string;
  readonly iss?: string;
}

/** Redirect for the browser, and its session if there is a new one. */
export interface Onward {
  readonly location: string;
  readonly session?: string;
}

/** Page that explains a failed sign-in. Its address contains nothing from the provider. */
export const OUTCOME_PAGE = 'outcome';

/** Redirect for a response that belongs to no pending sign-in of this browser. */
export const OVER: Onward = { location: `${OUTCOME_PAGE}?over` };

/** Returns the path to continue with after a sign-in, relative to `/oauth/chat/`. */
export const onwardFrom = ({ request, userId }: Pick<Attempt, 'request' | 'userId'>): string =>
  `../${returnPath(request)}${userId === null ? '' : '?done=connect'}`;

/**
 * Handles the redirect back from the provider. A repeated response, as from a double click, leads to where the first
 * one led, without exchanging the code again. An attempt to sign in never connects an account, and an attempt to
 * connect one never signs in as its holder.
 */
export async function takeChatAnswer(
  service: Service,
  provider: SignInProvider,
  visitor: Visitor & { readonly address: string },
  answer: Answer,
): Promise<Onward> {
  const { state = '' } = answer;
  const taken = await takeAnswer(service, state, visitor.browser);
  if (taken.kind === 'none') return OVER;
  const { attempt } = taken;
  if (taken.kind === 'again')
    return { location: attempt.outcome === null ? `../${returnPath(attempt.request)}` : OUTCOME_PAGE };
  const end = async (outcome: Outcome, name?: string, retryAt?: Date): Promise<Onward> => {
    await noteOutcome(service, attempt, { outcome, name, retryAt });
    return { location: OUTCOME_PAGE };
  };
  const identity = await readAnswer(service, provider, answer, verifierOf(state, visitor.browser));
  if (typeof identity === 'string') return end(identity);
  const { accountId, userId } = attempt;
  const { session: before, address } = visitor;
  if (userId === null) {
    const signedIn = await signInByChat(service, { accountId, identity, before, address });
    if (!signedIn) return end('unknown', identity.name);
    if ('retryAt' in signedIn) return end('signed in too often', identity.name, signedIn.retryAt);
    return { location: onwardFrom(attempt), ...signedIn };
  }
  const connected = await connectChatAccount(service, { userId, identity, visitor, address });
  if (connected.kind === 'too often') return end(connected.kind, identity.name, connected.retryAt);
  if (connected.kind !== 'connected') return end(connected.kind, identity.name);
  return { location: onwardFrom(attempt), session: connected.session };
}

/** Returns the chat account, or the reason why it is unknown. */
async function readAnswer(
  service: Service,
  provider: SignInProvider,
  { code = '', error, iss }: Answer,
  verifier: string,
): Promise<ChatIdentity | Outcome> {
  if (error !== undefined) return OUTAGES.includes(error) ? 'unavailable' : 'denied';
  if (iss !== undefined && provider.issuer !== undefined && iss !== provider.issuer) return 'over';
  if (code === '') return 'over';
  try {
    return await identify(service, provider, { code, verifier });
  } catch (thrown) {
    const fault = errorCode(thrown);
    if (fault === 'GRANT_REFUSED') return 'over';
    if (fault !== 'CHAT_PROVIDER_UNAVAILABLE') throw thrown;
    service.log.error({ err: thrown }, 'sign-in: the chat account provider is unavailable');
    return 'unavailable';
  }
}

const OUTAGES: readonly string[] = ['server_error', 'temporarily_unavailable'];

/** A sign-in by chat account. `before` is the browser's current session. */
interface Arrival {
  readonly accountId: string;
  readonly identity: ChatIdentity;
  readonly before: string | undefined;
  /** The client's IP address, for the audit log. */
  readonly address: string;
}

/**
 * Signs in the user who has proven this chat account before. Memberships for which the account was only typed stay
 * closed.
 * @returns the session token for the cookie; from when it is possible again after too many sign-ins with the account;
 *   undefined if no user here has proven it
 */
export async function signInByChat(
  service: Service,
  { accountId, identity, before, address }: Arrival,
): Promise<{ readonly session: string } | TooOften | undefined> {
  const chatAccountId = identity.id;
  return inTransaction(service, async (transaction) => {
    const where = { accountId_chatAccountId: { accountId, chatAccountId } };
    const known = await transaction.user.findUnique({ where });
    if (!known) return undefined;
    // A user who switches chat accounts ends this one's sessions. The lock makes that include the new session.
    await lockUsers(transaction, [known.id]);
    const user = await transaction.user.findUnique({ where: { id: known.id, chatAccountId } });
    if (!user) return undefined;
    const by = { proof: 'chat' } as const;
    return openSession(service, transaction, { userId: user.id, by, before, ip: address });
  });
}
