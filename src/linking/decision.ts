import { TRANSACTION } from './deps.ts';
import { asking, drop, findJourney, type JourneyDeps, later, type Outcome } from './journey.ts';
import { link } from './links.ts';
import { isOurForm } from './proofs.ts';
import { openTokens } from './providers.ts';
import { revokeSoon, tokensOf } from './revocations.ts';

/** How long the final page remains available, in milliseconds. */
const EPILOGUE = 60 * 60_000;

/**
 * Links the two accounts after the member's confirmation, if the Commerce Service still knows them by their sign-in.
 * Pressing the button twice leads to the same page.
 * @param address client address of the request
 */
export async function confirm(
  deps: JourneyDeps,
  session: string | undefined,
  proof: string,
  address: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const journey = await findJourney(deps, session);
  if (!journey || session === undefined) return { kind: 'expired' };
  if (!isOurForm(session, proof)) return { kind: 'forged' };
  if (journey.step === 'done') return { kind: 'onward', session };
  const { chatUserId, commerceUserId, chatTokens, commerceTokens } = journey;
  if (journey.step !== 'confirm' || !chatUserId || !commerceUserId || !chatTokens || !commerceTokens)
    return { kind: 'expired' };
  const known = await asking(deps, async () => {
    const tokens = openTokens(deps.seal, 'commerce', commerceUserId, commerceTokens);
    const account = await deps.commerce.identify(tokens, signal);
    return account?.id === commerceUserId ? { kind: 'onward', session } : { kind: 'expired' };
  });
  // Their sign-in may have ended while this page was open.
  if (known.kind === 'expired')
    await deps.prisma.$transaction((transaction) => drop(deps, transaction, journey), TRANSACTION);
  if (known.kind !== 'onward') return known;
  return deps.prisma.$transaction(async (transaction): Promise<Outcome> => {
    const expiresAt = later(deps, EPILOGUE);
    const data = { step: 'done' as const, chatTokens: null, commerceTokens: null, expiresAt };
    const where = { session: journey.session, step: 'confirm' as const };
    const { count } = await transaction.linkJourney.updateMany({ where, data });
    if (count === 0) return { kind: 'onward', session };
    const refused = await link(deps, transaction, { chatUserId, commerceUserId, chatTokens, address });
    // A link keeps the chat platform's tokens.
    const spent = tokensOf(journey).filter(({ side }) => refused || side === 'commerce');
    await revokeSoon(deps, transaction, spent);
    if (!refused) return { kind: 'onward', session };
    await transaction.linkJourney.delete({ where: { session: journey.session } });
    return refused;
  }, TRANSACTION);
}

/** Ends a journey without linking. If it was confirmed in another tab in the meantime, leads to the final page. */
export async function cancel(
  deps: JourneyDeps,
  session: string | undefined,
  proof: string,
): Promise<Outcome> {
  const journey = await findJourney(deps, session);
  if (!journey || session === undefined) return { kind: 'expired' };
  if (!isOurForm(session, proof)) return { kind: 'forged' };
  const isEnded = await deps.prisma.$transaction(
    (transaction) => drop(deps, transaction, journey),
    TRANSACTION,
  );
  return isEnded ? { kind: 'denied' } : { kind: 'onward', session };
}
