import Value from 'typebox/value';
import type { PrismaClient } from '../database/index.ts';
import { noteAction } from '../operating/audit.ts';
import { type Losses, LossesList } from './breaker.ts';
import { type HealDeps, heal } from './heal.ts';
import { SERVER } from './problems.ts';

/**
 * Carries out an admin's answer to a sweep that waits. `approve`: all that it found is healed, on the admin's
 * order. `refuse`: nothing is taken, and it is not asked again before there is more to take. Said twice, by one
 * or by two admins, it is done once.
 * @param by the admin's chat account
 * @returns false where nothing waits (any more)
 */
export async function answerHeld(
  deps: HealDeps,
  guildId: string,
  answer: 'approve' | 'refuse',
  by: string,
): Promise<boolean> {
  const sweep = await deps.prisma.sweep.findUnique({ where: { guildId } });
  if (!isWaiting(sweep)) return false;
  // The last one that was finished: one that runs, or has failed, has not shown the whole.
  if (answer === 'approve' && sweep.run)
    await heal(deps, guildId, sweep.run, { mayTake: true, orderedBy: by });
  return deps.prisma.$transaction(async (transaction) => {
    const waiting = { guildId, heldSince: { not: null }, answer: null };
    const data = { answer, answeredAt: deps.clock.now() };
    const { count } = await transaction.sweep.updateMany({ where: waiting, data });
    if (count === 0) return false;
    const action = answer === 'approve' ? 'sweep approved' : 'sweep refused';
    const { held } = await transaction.sweep.findUniqueOrThrow({ where: { guildId } });
    const details = { roles: Value.Parse(LossesList, held) };
    await noteAction(transaction, deps.clock.now(), { guildId, actor: by, action, subject: SERVER, details });
    return true;
  });
}

/** A sweep that waits for an admin: since when, and what it would take. */
export interface HeldSweep {
  readonly since: Date;
  readonly roles: readonly Losses[];
}

/** What waits in the guild for an admin's answer; null where nothing does. */
export async function heldSweep(prisma: PrismaClient, guildId: string): Promise<HeldSweep | null> {
  const sweep = await prisma.sweep.findUnique({ where: { guildId } });
  if (!isWaiting(sweep)) return null;
  return { since: sweep.heldSince, roles: Value.Parse(LossesList, sweep.held) };
}

const isWaiting = <Sweep extends { heldSince: Date | null; answer: string | null }>(
  sweep: Sweep | null,
): sweep is Sweep & { heldSince: Date } =>
  sweep !== null && sweep.heldSince !== null && sweep.answer === null;
