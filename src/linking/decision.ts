import { TRANSACTION } from './deps.ts';
import { asking, drop, findJourney, type Journey, type JourneyDeps, later, type Outcome } from './journey.ts';
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
  if (journey.step !== 'confirm') return { kind: 'expired' };
  const known = await asking(deps, () => identifyAgain(deps, journey, session, signal));
  if (known.kind === 'expired') return (await end(deps, journey)) ? known : { kind: 'onward', session };
  if (known.kind !== 'onward') return known;
  return deps.prisma.$transaction(async (transaction): Promise<Outcome> => {
    const where = { session: journey.session, step: 'confirm' as const };
    // Read again, as the tokens may have been sealed with another key meanwhile.
    const current = await transaction.linkJourney.findUnique({ where });
    if (!current) return { kind: 'onward', session };
    const { chatUserId, commerceUserId, chatTokens } = current;
    if (!chatUserId || !commerceUserId || !chatTokens) return { kind: 'expired' };
    const expiresAt = later(deps, EPILOGUE);
    const data = { step: 'done' as const, chatTokens: null, commerceTokens: null, expiresAt };
    const { count } = await transaction.linkJourney.updateMany({ where, data });
    if (count === 0) return { kind: 'onward', session };
    const refused = await link(deps, transaction, { chatUserId, commerceUserId, chatTokens, address });
    // A link keeps the chat platform's tokens.
    const spent = tokensOf(current).filter(({ side }) => refused || side === 'commerce');
    await revokeSoon(deps, transaction, spent);
    if (!refused) return { kind: 'onward', session };
    await transaction.linkJourney.delete({ where: { session: journey.session } });
    return refused;
  }, TRANSACTION);
}

/** Asks the service once more who has signed in, as that may have ended while the page was open. */
async function identifyAgain(
  deps: JourneyDeps,
  { commerceUserId, commerceTokens }: Journey,
  session: string,
  signal: AbortSignal,
): Promise<Outcome> {
  if (!commerceUserId || !commerceTokens) return { kind: 'expired' };
  const tokens = openTokens(deps.seal, 'commerce', commerceUserId, commerceTokens);
  const account = await deps.commerce.identify(tokens, signal);
  return account?.id === commerceUserId ? { kind: 'onward', session } : { kind: 'expired' };
}

/** @returns whether there was a journey to end; false if it was confirmed in the meantime */
const end = (deps: JourneyDeps, journey: Journey): Promise<boolean> =>
  deps.prisma.$transaction((transaction) => drop(deps, transaction, journey), TRANSACTION);

/** Ends a journey without linking. If it was confirmed in another tab in the meantime, leads to the final page. */
export async function cancel(
  deps: JourneyDeps,
  session: string | undefined,
  proof: string,
): Promise<Outcome> {
  const journey = await findJourney(deps, session);
  if (!journey || session === undefined) return { kind: 'expired' };
  if (!isOurForm(session, proof)) return { kind: 'forged' };
  return (await end(deps, journey)) ? { kind: 'denied' } : { kind: 'onward', session };
}
