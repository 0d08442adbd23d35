import type { Prisma, PrismaClient } from '../database/index.ts';
import { type AskDeps, orOdd, turn, unaskable } from './ask-about.ts';
import { LASTING } from './missing.ts';

/** Memberships that are asked about one by one before all of them are doubted. */
const SAMPLE = 50;

/** What the mirror holds as valid, and was last seen before the question. */
const unseen = (first: bigint) => ({ valid: true, observation: { lt: first } });

/** The memberships by which it is judged whether a service shows nothing any more, and how many they were. */
export interface Witnesses {
  readonly where: Prisma.MirroredMembershipWhereInput;
  readonly count: number;
}

/**
 * All that the mirror holds as valid; only those that are doubted, while any are: what another account's list has
 * shown since speaks for none of them.
 * @param first the number of the question before the list
 */
export async function findWitnesses(prisma: PrismaClient, first: bigint): Promise<Witnesses> {
  const all = unseen(first);
  const doubted = { ...all, doubtedSince: { not: null } };
  const count = await prisma.mirroredMembership.count({ where: doubted });
  if (count > 0) return { where: doubted, count };
  return { where: all, count: await prisma.mirroredMembership.count({ where: all }) };
}

/**
 * Whether the service shows nothing of what gave access: more likely a wrong key, another account or a fault than so
 * many ends at once. It does where the list has less than half of it, and most of those that it lacks are unknown one by one;
 * also where it has none at all, and says of each that it has ended. Another account's purchase may have come to be
 * known here already. Answers that make no sense prove nothing, and of a single membership that it says has ended the
 * service is believed.
 * @throws the client's faults
 */
export async function isEmptied(
  { prisma, commerce }: AskDeps,
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
    const answer = await orOdd(commerce.getMembership(id, turn(signal)));
    if (answer === 'unaskable') throw unaskable();
    if (answer === 'odd') continue;
    if (answer === 'missing') counts.unknown += 1;
    else counts[answer.valid ? 'valid' : 'ended'] += 1;
  }
  const { unknown, ended, valid } = counts;
  if (unknown > ended + valid) return true;
  return valid === 0 && unknown + ended > 0 && unlisted === count && count > 1;
}

/** Nothing of what the service says is doubted any more: what it doesn't know is missing from now on. */
export const endDoubts = (prisma: PrismaClient) =>
  prisma.mirroredMembership.updateMany({
    where: { doubtedSince: { not: null } },
    data: { doubtedSince: null },
  });

/**
 * Notes that the service showed nothing of what the mirror holds as valid, all of which stays valid.
 * @returns how many are doubted for long: one sweep of it may be a hiccup, and nobody need be asked
 */
export async function doubtAll({ prisma, clock }: AskDeps, first: bigint): Promise<number> {
  const now = clock.now();
  await prisma.mirroredMembership.updateMany({
    // A clock may have been ahead.
    where: { ...unseen(first), OR: [{ doubtedSince: null }, { doubtedSince: { gt: now } }] },
    data: { doubtedSince: now },
  });
  const lasting = { lte: new Date(now.getTime() - LASTING) };
  return prisma.mirroredMembership.count({ where: { ...unseen(first), doubtedSince: lasting } });
}
