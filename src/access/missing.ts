import type { PrismaClient, Transaction } from '../database/index.ts';
import { merge, type Observation } from './merge.ts';
import { lockMirrored, write } from './mirror.ts';
import { GONE } from './state.ts';

/**
 * How long a membership has been missing before it is taken for gone, in milliseconds: one wrong answer, or a replica
 * that lags behind, is no proof. Less than sweeps are apart, so that the next one may settle it.
 */
export const LASTING = 10 * 60_000;

/** Gone memberships that one sweep asks about again; the others have their turn in the next ones. */
const AGAIN = 20;

/**
 * Writes that the service doesn't know a membership. It stays as it was until that has lasted; then it is gone. Where
 * a later answer is stored already, this one changes nothing.
 */
export async function writeMissing(
  transaction: Transaction,
  id: string,
  observation: Observation,
): Promise<'missing' | 'gone'> {
  const before = (await lockMirrored(transaction, [id])).get(id);
  if (!before || before.observation > observation.number) return 'missing';
  const since = before.missingSince ?? before.doubtedSince ?? observation.at;
  // A clock may have been ahead.
  const missingSince = new Date(Math.min(since.getTime(), observation.at.getTime()));
  const isGone = observation.at.getTime() - missingSince.getTime() >= LASTING;
  const after = merge(before, id, isGone ? { valid: false, status: GONE } : {}, observation);
  if (after) await write(transaction, [{ before, after: { ...after, missingSince } }]);
  return isGone ? 'gone' : 'missing';
}

/** Memberships that were taken for gone, those that were asked about least recently. */
export const findGone = (prisma: PrismaClient, before: bigint) =>
  prisma.mirroredMembership.findMany({
    where: { status: GONE, observation: { lt: before } },
    orderBy: { observation: 'asc' },
    take: AGAIN,
    select: { id: true },
  });
