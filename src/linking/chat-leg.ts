import type { Transaction } from '../database/index.ts';
import { blockedUntil } from './blocks.ts';
import { TRANSACTION } from './deps.ts';
import type { Failure } from './failure.ts';
import {
  type Answer,
  asking,
  goOn,
  type Journey,
  type JourneyDeps,
  later,
  type Onward,
  type Outcome,
  STEP,
  takeAnswer,
} from './journey.ts';
import { digest, newSecret } from './proofs.ts';
import { sealTokens } from './providers.ts';
import { revokeSoon } from './revocations.ts';

/** Begins a journey in a browser. @param expectedUserId the chat account for which alone it is, if any */
export async function begin(deps: JourneyDeps, expectedUserId?: string): Promise<Onward> {
  const [session, state] = [newSecret(), newSecret()];
  await deps.prisma.linkJourney.create({
    data: {
      ...{ session: digest(session), step: 'chat', state: digest(state), expiresAt: later(deps, STEP) },
      ...(expectedUserId !== undefined && { expectedUserId }),
    },
  });
  return { kind: 'onward', session, location: deps.chat.authorizeUrl(state) };
}

/** Somebody comes back from the chat platform. */
export async function chatReturned(
  deps: JourneyDeps,
  session: string | undefined,
  answer: Answer,
  signal: AbortSignal,
): Promise<Outcome> {
  const taken = await takeAnswer(deps, 'chat', session, answer);
  if (taken.kind !== 'taken') return taken;
  const { code, journey } = taken;
  if (answer.iss !== undefined && answer.iss !== deps.chat.issuer) return { kind: 'mixed up' };
  return asking(deps, async () => {
    const tokens = await deps.chat.exchange(code, signal);
    const { id: userId, name } = await deps.chat.identify(tokens, signal);
    const sealed = sealTokens(deps.seal, 'chat', userId, tokens);
    return deps.prisma.$transaction(async (transaction): Promise<Outcome> => {
      const stopped = await stoppedAt(deps, transaction, journey, { userId, name });
      if (stopped) {
        await revokeSoon(deps, transaction, [{ side: 'chat', userId, tokens: sealed }]);
        return stopped;
      }
      const data = { step: 'commerce' as const, chatUserId: userId, chatName: name, chatTokens: sealed };
      return goOn(deps, transaction, journey, data);
    }, TRANSACTION);
  });
}

async function stoppedAt(
  deps: JourneyDeps,
  transaction: Transaction,
  { expectedUserId }: Journey,
  { userId, name }: { userId: string; name: string },
): Promise<Failure | undefined> {
  if (expectedUserId !== null && expectedUserId !== userId) return { kind: 'wrong account', name };
  const until = await blockedUntil(deps, transaction, { chatUserId: userId });
  return until && { kind: 'forbidden', until };
}
