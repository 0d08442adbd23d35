import { errorCode } from '../../errors.ts';
import type { Visitor } from '../oauth/cookies.ts';
import { returnPath } from '../oauth/destination.ts';
import type { Service } from '../service.ts';
import { type Attempt, noteOutcome, type Outcome, takeAnswer, verifierOf } from './attempts.ts';
import { connectChatAccount } from './connect.ts';
import { type ChatIdentity, type ChatProvider, identify } from './provider.ts';
import { signInByChat } from './sign-in.ts';

/** What the provider sends a browser back with. */
export interface Answer {
  readonly state?: string;
  readonly code?: string;
  readonly error?: string;
  readonly iss?: string;
}

/** Where the browser goes on, and its session if that is a new one. */
export interface Onward {
  readonly location: string;
  readonly session?: string;
}

/** Where it is said why a sign-in led nowhere: an address without anything of the answer. */
export const OUTCOME_PAGE = 'outcome';

/** Where it is said of what is no sign-in of this browser. */
export const OVER: Onward = { location: `${OUTCOME_PAGE}?over` };

/** Where a browser goes on after a sign-in, from the pages below `/oauth/chat/`. */
export const onwardFrom = ({ request, userId }: Pick<Attempt, 'request' | 'userId'>): string =>
  `../${returnPath(request)}${userId === null ? '' : '?done=connect'}`;

/**
 * Somebody comes back from the provider. An answer that comes a second time, as from a button that was pressed twice, leads
 * to where the first one led, and nothing is exchanged. What was begun for one thing is never done for another.
 */
export async function takeChatAnswer(
  service: Service,
  provider: ChatProvider,
  visitor: Visitor & { readonly address: string },
  answer: Answer,
): Promise<Onward> {
  const { state = '' } = answer;
  const taken = await takeAnswer(service, state, visitor.browser);
  if (taken.kind === 'none') return OVER;
  const { attempt } = taken;
  if (taken.kind === 'again')
    return { location: attempt.outcome === null ? `../${returnPath(attempt.request)}` : OUTCOME_PAGE };
  const end = async (outcome: Outcome, name?: string): Promise<Onward> => {
    await noteOutcome(service, attempt, outcome, name);
    return { location: OUTCOME_PAGE };
  };
  const identity = await readAnswer(service, provider, answer, verifierOf(state, visitor.browser));
  if (typeof identity === 'string') return end(identity);
  const { accountId, userId } = attempt;
  const { session: before, address } = visitor;
  if (userId === null) {
    const session = await signInByChat(service, { accountId, identity, before, address });
    return session === undefined ? end('unknown', identity.name) : { location: onwardFrom(attempt), session };
  }
  const connected = await connectChatAccount(service, { userId, identity, visitor, address });
  if (connected.kind !== 'connected') return end(connected.kind, identity.name);
  return { location: onwardFrom(attempt), session: connected.session };
}

/** Who has signed in, or why that isn't known. */
async function readAnswer(
  service: Service,
  provider: ChatProvider,
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
    service.log.error({ err: thrown }, 'sign-in: the chat account’s provider can not be asked');
    return 'unavailable';
  }
}

const OUTAGES: readonly string[] = ['server_error', 'temporarily_unavailable'];
