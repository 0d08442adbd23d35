import { TRANSACTION } from './deps.ts';
import { drop, findJourney, type JourneyDeps, later, type Outcome } from './journey.ts';
import { link } from './links.ts';
import { isOurForm } from './proofs.ts';
import { revokeSoon } from './revocations.ts';

/** How long the final page remains available, in milliseconds. */
const EPILOGUE = 60 * 60_000;

/**
 * Links the two accounts after the member's confirmation. Pressing the button twice leads to the same page.
 * @param address client address of the request
 */
export async function confirm(
  deps: JourneyDeps,
  session: string | undefined,
  proof: string,
  address: string,
): Promise<Outcome> {
  const journey = await findJourney(deps, session);
  if (!journey || session === undefined) return { kind: 'expired' };
  if (!isOurForm(session, proof)) return { kind: 'forged' };
  if (journey.step === 'done') return { kind: 'onward', session };
  const { chatUserId, commerceUserId, chatTokens } = journey;
  if (journey.step !== 'confirm' || !chatUserId || !commerceUserId || !chatTokens) return { kind: 'expired' };
  return deps.prisma.$transaction(async (transaction): Promise<Outcome> => {
    const data = { step: 'done' as const, chatTokens: null, expiresAt: later(deps, EPILOGUE) };
    const where = { session: journey.session, step: 'confirm' as const };
    const { count } = await transaction.linkJourney.updateMany({ where, data });
    if (count === 0) return { kind: 'onward', session };
    const refused = await link(deps, transaction, { chatUserId, commerceUserId, chatTokens, address });
    if (!refused) return { kind: 'onward', session };
    await transaction.linkJourney.delete({ where: { session: journey.session } });
    await revokeSoon(deps, transaction, [{ side: 'chat', userId: chatUserId, tokens: chatTokens }]);
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
