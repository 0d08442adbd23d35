import Value from 'typebox/value';
import type { Prisma, PrismaClient, Transaction } from '../database/index.ts';
import { Fault } from '../errors.ts';
import { noteAction } from '../operating/audit.ts';
import type { Send } from '../queue.ts';
import { type Losses, LossesList } from './breaker.ts';
import { type HealDeps, heal } from './heal.ts';
import { sweepSoon } from './index.ts';
import { SERVER } from './problems.ts';

/** A guild that was swept within so long is one that we work in still, in milliseconds. */
const STILL_OURS = 60 * 60_000;

/** Which question an admin was shown, and whether as one that was refused. */
export type ShownQuestion = Pick<HeldSweep, 'since' | 'isRefused'>;

/**
 * Carries out an admin's answer to a sweep that waits. `approve`: all that it found is healed, on the admin's
 * order; where the service does not show what gave access, it is asked again and believed, and everybody is compared,
 * which asks once more where many lose a role. `refuse`: nothing is taken, and it is not asked again before there is
 * more to take; who is shown that may approve it after all. Said twice, by one or by two admins, it is done once.
 * @param by the admin's chat account
 * @returns false where that question doesn't wait (any more)
 * @throws Fault `REFUSED_ELSEWHERE` or `APPROVED_ELSEWHERE` where the admins of another guild have said the opposite of
 * the same service
 */
export async function answerHeld(
  deps: HealDeps & { readonly send: Send },
  guildId: string,
  answer: 'approve' | 'refuse',
  by: string,
  shown: ShownQuestion,
): Promise<boolean> {
  const taken = await take(deps, guildId, answer, by, shown);
  // The last one that was finished: one that runs, or has failed, has not shown the whole. Should this process die
  // meanwhile the next sweep goes on, as it was approved.
  if (taken && answer === 'approve' && taken.missing === null && taken.run)
    await heal(deps, guildId, taken.run, { mayTake: true, orderedBy: by });
  return taken !== undefined;
}

/** @returns what was answered; undefined where somebody else was quicker */
const take = (
  deps: HealDeps & { readonly send: Send },
  guildId: string,
  answer: 'approve' | 'refuse',
  by: string,
  { since, isRefused }: ShownQuestion,
): Promise<Sweep | undefined> =>
  deps.prisma.$transaction(async (transaction) => {
    const now = deps.clock.now();
    const waiting = { guildId, heldSince: since, answer: isRefused ? 'refuse' : null };
    const { count } = await transaction.sweep.updateMany({
      where: waiting,
      data: { answer, answeredAt: now },
    });
    if (count === 0) return undefined;
    const sweep = await transaction.sweep.findUniqueOrThrow({ where: { guildId } });
    const { held, missing } = sweep;
    if (missing !== null) await requireUnity(transaction, guildId, answer, now);
    if (answer === 'approve' && missing !== null)
      await sweepSoon(deps.send, guildId, by, { transaction, isTrusted: true });
    const action = answer === 'approve' ? 'sweep approved' : 'sweep refused';
    const details = { roles: Value.Parse(LossesList, held), ...(missing !== null && { missing }) };
    const object = { type: 'sweep', id: SERVER };
    await noteAction(transaction, now, { guildId, actor: by, action, object, details });
    return sweep;
  });

/**
 * What the service shows is the same for every guild: believed in one, it is believed in all.
 * @throws Fault `REFUSED_ELSEWHERE` or `APPROVED_ELSEWHERE`
 */
async function requireUnity(
  transaction: Transaction,
  guildId: string,
  answer: 'approve' | 'refuse',
  now: Date,
): Promise<void> {
  const opposite = answer === 'approve' ? 'refuse' : 'approve';
  const contradicting = await transaction.sweep.count({
    where: {
      ...{ heldSince: { not: null }, missing: { not: null }, answer: opposite, guildId: { not: guildId } },
      sweptAt: { gte: new Date(now.getTime() - STILL_OURS), lte: now },
    },
  });
  if (contradicting === 0) return;
  if (answer === 'refuse')
    throw new Fault(
      'APPROVED_ELSEWHERE',
      'The admins of another server that sells the same memberships have just said that these have ended, and it is being carried out. Settle it with them.',
    );
  throw new Fault(
    'REFUSED_ELSEWHERE',
    'The admins of another server that sells the same memberships have said that nothing is to be taken. Settle it with them: they can change their answer in /access problems there.',
  );
}

type Sweep = Prisma.SweepGetPayload<object>;

/** A sweep that waits for an admin, or was refused by one: since when, and what it would take. */
export interface HeldSweep {
  readonly since: Date;
  readonly roles: readonly Losses[];
  /** How many memberships the service does not show, where that is the question; null where it isn't. */
  readonly missing: number | null;
  /** Whether an admin has said that nothing is to be taken. */
  readonly isRefused: boolean;
}

/** What waits in the guild for an admin's answer, or was refused; null where there is nothing. */
export async function heldSweep(prisma: PrismaClient, guildId: string): Promise<HeldSweep | null> {
  const sweep = await prisma.sweep.findUnique({ where: { guildId } });
  if (!sweep || !isWaiting(sweep)) return null;
  const { heldSince: since, held, missing, answer } = sweep;
  return { since, roles: Value.Parse(LossesList, held), missing, isRefused: answer === 'refuse' };
}

const isWaiting = <Row extends Sweep>(sweep: Row): sweep is Row & { heldSince: Date } =>
  sweep.heldSince !== null && sweep.answer !== 'approve';
