import type { Prisma, PrismaClient } from '../../database/index.ts';
import { type FetchDeps, orUnreadable, turn, unaskable } from './fetch-memberships.ts';
import { GONE_AFTER } from './tombstones.ts';

/** Memberships that are looked up one by one before all of them are doubted. */
const SAMPLE = 50;

/** Selects valid memberships that no answer to query number `first` or a later one has covered. */
const unseen = (first: bigint) => ({ valid: true, observation: { lt: first } });

/** Memberships that show whether the service still returns our data, with their count before the list was read. */
export interface Witnesses {
  readonly where: Prisma.MirroredMembershipWhereInput;
  readonly count: number;
}

/**
 * Selects all memberships that the mirror holds as valid. While any are doubted, it selects only those: with a wrong
 * key, memberships from another account's list may have been stored since, and these prove nothing about ours.
 * @param first number of the query sent before the list was read
 */
export async function findWitnesses(prisma: PrismaClient, first: bigint): Promise<Witnesses> {
  const all = unseen(first);
  const doubted = { ...all, doubtedSince: { not: null } };
  const count = await prisma.mirroredMembership.count({ where: doubted });
  if (count > 0) return { where: doubted, count };
  return { where: all, count: await prisma.mirroredMembership.count({ where: all }) };
}

/**
 * Whether the service stopped showing our memberships; a wrong key, another account or a fault is then more likely than
 * so many ends at once. True if the list has less than half of them and most of the others are unknown when looked up
 * (not all, as some of another account's may be stored already). Also true if the list has none of them and no lookup
 * finds a valid one. Unreadable answers prove nothing. The end of a single membership is believed.
 * @throws the client's faults
 */
export async function isMassLoss(
  { prisma, commerce }: FetchDeps,
  { where, count }: Witnesses,
  signal?: AbortSignal,
): Promise<boolean> {
  const unlisted = await prisma.mirroredMembership.count({ where });
  if (unlisted * 2 <= count) return false;
  const sample = await prisma.mirroredMembership.findMany({
    where,
    orderBy: { id: 'asc' },
    take: SAMPLE,
    select: { id: true },
  });
  const counts = { unknown: 0, ended: 0, valid: 0 };
  for (const { id } of sample) {
    const answer = await orUnreadable(commerce.getMembership(id, turn(signal)));
    if (answer === 'unaskable') throw unaskable();
    if (answer === 'odd') continue;
    if (answer === 'missing') counts.unknown += 1;
    else counts[answer.valid ? 'valid' : 'ended'] += 1;
  }
  const { unknown, ended, valid } = counts;
  if (unknown > ended + valid) return true;
  return valid === 0 && unknown + ended > 0 && unlisted === count && count > 1;
}

/** Clears all doubts: from now on, a membership that the service doesn't know counts as missing. */
export const clearDoubts = (prisma: PrismaClient) =>
  prisma.mirroredMembership.updateMany({
    where: { doubtedSince: { not: null } },
    data: { doubtedSince: null },
  });

/**
 * Marks memberships that the service didn't show as doubted; they stay valid.
 * @returns the number doubted for at least `GONE_AFTER`. A single sweep may be a hiccup, so it asks no admin
 */
export async function markAllDoubted({ prisma, clock }: FetchDeps, first: bigint): Promise<number> {
  const now = clock.now();
  await prisma.mirroredMembership.updateMany({
    // Also corrects a time in the future, written while a clock was ahead.
    where: { ...unseen(first), OR: [{ doubtedSince: null }, { doubtedSince: { gt: now } }] },
    data: { doubtedSince: now },
  });
  const lasting = { lte: new Date(now.getTime() - GONE_AFTER) };
  return prisma.mirroredMembership.count({ where: { ...unseen(first), doubtedSince: lasting } });
}
