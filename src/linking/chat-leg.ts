import type { Transaction } from '../database/index.ts';
import { type Answer, takeAnswer } from './answer.ts';
import { blockedUntil } from './blocks.ts';
import { TRANSACTION } from './deps.ts';
import type { Failure } from './failure.ts';
import {
  goOn,
  type Journey,
  type JourneyDeps,
  later,
  type Onward,
  type Outcome,
  orEnd,
  STEP,
} from './journey.ts';
import { digest, newSecret } from './proofs.ts';
import { sealTokens } from './providers.ts';
import { orRevoke, revokeSoon } from './revocations.ts';

/** Begins a journey in a browser. @param expectedUserId the only chat account that may finish it, if any */
export async function begin(deps: JourneyDeps, expectedUserId?: string): Promise<Onward> {
  const [session, state] = [newSecret(), newSecret()];
  await deps.prisma.linkJourney.create({
    data: {
      session: digest(session),
      step: 'chat',
      state: digest(state),
      expiresAt: later(deps, STEP),
      ...(expectedUserId !== undefined && { expectedUserId }),
    },
  });
  return { kind: 'onward', session, location: deps.chat.authorizeUrl(state) };
}

/** Handles the redirect back from the chat platform. */
export async function chatReturned(
  deps: JourneyDeps,
  session: string | undefined,
  answer: Answer,
  signal: AbortSignal,
): Promise<Outcome> {
  const taken = await takeAnswer(deps, 'chat', session, answer);
  if (taken.kind !== 'taken') return taken;
  const { code, journey } = taken;
  return orEnd(deps, journey, async () => {
    if (answer.iss !== undefined && answer.iss !== deps.chat.issuer) return { kind: 'mixed up' };
    const tokens = await deps.chat.exchange(code, signal);
    return orRevoke(deps, 'chat', tokens, async () => {
      const { id: userId, name } = await deps.chat.identify(tokens, signal);
      const chatTokens = sealTokens(deps.seal, 'chat', userId, tokens);
      return deps.prisma.$transaction(async (transaction): Promise<Outcome> => {
        const account = { chatUserId: userId, chatName: name, chatTokens };
        const outcome =
          (await stoppedAt(deps, transaction, journey, { userId, name })) ??
          (await goOn(deps, transaction, journey, { step: 'commerce', ...account }));
        if (outcome.kind !== 'onward')
          await revokeSoon(deps, transaction, [{ side: 'chat', userId, tokens: chatTokens }]);
        return outcome;
      }, TRANSACTION);
    });
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
