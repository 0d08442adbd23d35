import type { PrismaClient, Transaction } from '../../database/index.ts';
import { GONE } from '../state.ts';
import type { SyncLater } from './concerns.ts';
import { merge, type Observation } from './merge.ts';
import { lockMirrored, write } from './mirror.ts';

/**
 * How long a membership must be missing before it counts as gone, in milliseconds: a single wrong answer or a lagging
 * replica is no proof. Shorter than the interval between sweeps, so that the next sweep can decide.
 */
export const GONE_AFTER = 10 * 60_000;

/** Gone memberships that one sweep looks up again; the next sweeps look up the others. */
const AGAIN = 20;

/**
 * Records that the service doesn't know a membership. The membership stays unchanged until that has lasted for
 * `GONE_AFTER`; then it counts as gone. Has no effect if the answer to a later query is stored.
 */
export async function writeMissing(
  transaction: Transaction,
  id: string,
  observation: Observation,
  later: SyncLater,
): Promise<'missing' | 'gone'> {
  const before = (await lockMirrored(transaction, [id])).get(id);
  if (!before || before.observation > observation.number) return 'missing';
  const since = before.missingSince ?? before.doubtedSince ?? observation.at;
  // Also corrects a time in the future, written while a clock was ahead.
  const missingSince = new Date(Math.min(since.getTime(), observation.at.getTime()));
  const isGone = observation.at.getTime() - missingSince.getTime() >= GONE_AFTER;
  const after = merge(before, id, isGone ? { valid: false, status: GONE } : {}, observation);
  if (after) await write(transaction, [{ before, after: { ...after, missingSince } }], later);
  return isGone ? 'gone' : 'missing';
}

/** Finds memberships that count as gone, those looked up least recently first. */
export const findGone = (prisma: PrismaClient, before: bigint) =>
  prisma.mirroredMembership.findMany({
    where: { status: GONE, observation: { lt: before } },
    orderBy: { observation: 'asc' },
    take: AGAIN,
    select: { id: true },
  });
