import { TRANSACTION } from './deps.ts';
import { drop, findJourney, type JourneyDeps, later, type Outcome } from './journey.ts';
import { link } from './links.ts';
import { isOurForm } from './proofs.ts';
import { revokeSoon } from './revocations.ts';

/** How long the last page shows what became of it, in milliseconds. */
const EPILOGUE = 60 * 60_000;

/**
 * Links what was shown, as somebody has confirmed it. A second press of the button leads to the same page.
 * @param address the one that the request comes from
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

/** Ends a journey without a link. One that has led to a link meanwhile, in another tab, is shown as it is. */
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
