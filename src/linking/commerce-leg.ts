import type { Change } from '../access/mirror/concerns.ts';
import { nextObservation, writeAnswers } from '../access/mirror/mirror.ts';
import type { Hint } from '../intake/inbox.ts';
import { challengeOf, type Tokens } from '../oauth.ts';
import { currentTrace } from '../observability/trace.ts';
import { type Answer, takeAnswer } from './answer.ts';
import { TRANSACTION } from './deps.ts';
import { asking, goOn, type Journey, type JourneyDeps, later, type Outcome, orEnd, STEP } from './journey.ts';
import { refusal } from './links.ts';
import { digest, isOurForm, newSecret } from './proofs.ts';
import { sealTokens } from './providers.ts';
import { orRevoke, revokeSoon, revokeUnknown } from './revocations.ts';

/** Sends a browser whose chat account is known on to the Commerce Service. */
export async function toCommerce(
  deps: JourneyDeps,
  session: string | undefined,
  proof: string,
  signal: AbortSignal,
): Promise<Outcome> {
  if (session === undefined) return { kind: 'expired' };
  if (!isOurForm(session, proof)) return { kind: 'forged' };
  return asking(deps, async () => {
    const offers = await deps.commerce.capabilities(signal);
    const [state, verifier] = [newSecret(), offers.hasPkce ? newSecret() : undefined];
    const { count } = await deps.prisma.linkJourney.updateMany({
      where: { session: digest(session), step: 'commerce', expiresAt: { gt: deps.clock.now() } },
      data: {
        state: digest(state),
        expiresAt: later(deps, STEP),
        verifier: verifier === undefined ? null : deps.seal.seal(verifier, verifierOf(state)),
      },
    });
    if (count === 0) return { kind: 'expired' };
    const challenge = verifier && challengeOf(verifier);
    return { kind: 'onward', session, location: deps.commerce.authorizeUrl(offers, state, challenge) };
  });
}

const verifierOf = (state: string): string => `verifier of ${digest(state)}`;

/** Handles the redirect back from the Commerce Service. */
export async function commerceReturned(
  deps: JourneyDeps,
  session: string | undefined,
  answer: Answer,
  signal: AbortSignal,
): Promise<Outcome> {
  const taken = await takeAnswer(deps, 'commerce', session, answer);
  if (taken.kind !== 'taken') return taken;
  const { code, state, journey } = taken;
  const verifier =
    journey.verifier === null ? undefined : deps.seal.open(journey.verifier, verifierOf(state));
  return orEnd(deps, journey, async () => {
    const { issuer, namesIssuer } = await deps.commerce.capabilities(signal);
    const isOther = answer.iss !== undefined && issuer !== undefined && answer.iss !== issuer;
    if (isOther || (namesIssuer && answer.iss === undefined)) return { kind: 'mixed up' };
    const tokens = await deps.commerce.exchange(code, verifier, signal);
    return orRevoke(deps, 'commerce', tokens, () => goOnWith(deps, journey, tokens, signal));
  });
}

/** Continues with the buyer who signed in, if the service identifies them and they may be linked. */
async function goOnWith(
  deps: JourneyDeps,
  journey: Journey,
  tokens: Tokens,
  signal: AbortSignal,
): Promise<Outcome> {
  const account = await deps.commerce.identify(tokens, signal);
  if (!account) {
    await deps.prisma.$transaction((transaction) => revokeUnknown(deps, transaction, 'commerce', tokens));
    return { kind: 'unsupported' };
  }
  const { id: userId, name } = account;
  const observation = await nextObservation(deps);
  const memberships = await deps.commerce.memberships(tokens, signal);
  const own = memberships.filter(({ commerceUserId }) => (commerceUserId ?? userId) === userId);
  const sealed = sealTokens(deps.seal, 'commerce', userId, tokens);
  return deps.prisma.$transaction(async (transaction): Promise<Outcome> => {
    const owned = own.map((membership) => ({ ...membership, commerceUserId: userId }));
    const changes = await writeAnswers(transaction, owned, observation, { sweptUpTo: 0n });
    // Jobs sync the accounts, since a buyer may have hundreds of memberships. A job that an event has queued is joined.
    await deps.queueRefresh(changes.map(toHint), transaction);
    const pair = { chatUserId: journey.chatUserId ?? '', commerceUserId: userId };
    const buyer = { commerceUserId: userId, commerceName: name, commerceTokens: sealed };
    const outcome =
      (await refusal(deps, transaction, pair)) ??
      (await goOn(deps, transaction, journey, { step: 'confirm', verifier: null, ...buyer }));
    if (outcome.kind !== 'onward')
      await revokeSoon(deps, transaction, [{ side: 'commerce', userId, tokens: sealed }]);
    return outcome;
  }, TRANSACTION);
}

const toHint = ({ after }: Change): Hint => ({
  membershipId: after.id,
  name: 'seen while linking',
  isClaimed: after.free && (after.chatUserId === null || !after.chatProven || !after.buyerVerified),
  trace: currentTrace(),
});
