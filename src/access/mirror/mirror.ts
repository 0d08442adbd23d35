import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../clock.ts';
import type { Membership, MembershipFacts } from '../../commerce-client/membership.ts';
import type { PrismaClient, Transaction } from '../../database/index.ts';
import {
  type Change,
  isSwept,
  isUnsynced,
  noteUnsynced,
  requestSyncs,
  type SyncLater,
  type SyncNow,
} from './concerns.ts';
import { type Mirrored, merge, type Observation } from './merge.ts';

/**
 * Limits of a transaction on the mirror, in milliseconds. Generous, because the embedded database runs one transaction
 * at a time, so that in a burst each has to wait.
 */
export const TRANSACTION = { maxWait: 15_000, timeout: 15_000 };

/** Draws a number for a query, before it is sent. A database sequence never goes back, unlike a clock. */
export async function nextObservation(deps: { prisma: PrismaClient; clock: Clock }): Promise<Observation> {
  const rows = await deps.prisma.$queryRaw<{ number: bigint }[]>`
    SELECT nextval('community.observations') AS number`;
  return { number: rows[0]?.number ?? 0n, at: deps.clock.now() };
}

/**
 * Loads memberships and locks their ids until the transaction ends, including ids not stored yet. Locks are always
 * taken in the same order, to prevent deadlocks.
 */
export async function lockMirrored(
  transaction: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Mirrored>> {
  await transaction.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(id, 0))::text
    FROM (SELECT DISTINCT unnest(${ids}::text[]) AS id ORDER BY 1) AS sorted`;
  const rows = await transaction.mirroredMembership.findMany({ where: { id: { in: [...ids] } } });
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Writes the service's answer to one query. A membership that already holds the answer to a later query keeps it.
 * @returns the changes
 */
export async function writeAnswers(
  transaction: Transaction,
  memberships: readonly (MembershipFacts & Pick<Membership, 'id'>)[],
  observation: Observation,
  sync: SyncNow | SyncLater,
): Promise<readonly Change[]> {
  const known = await lockMirrored(
    transaction,
    memberships.map(({ id }) => id),
  );
  const seen = memberships.flatMap((membership) => {
    const before = known.get(membership.id);
    const isLate = before && before.observation > observation.number;
    const after = isLate ? before : merge(before, membership.id, membership, observation);
    return after ? [{ before, after }] : [];
  });
  return write(transaction, seen, sync);
}

/**
 * Stores observed states in few statements. In the same transaction, the affected accounts' syncs are queued, or the
 * accounts are noted on the memberships, so that none is forgotten. Everything that changes the mirror goes through here.
 * @returns the changes; memberships that stay the same are left out
 */
export async function write(
  transaction: Transaction,
  seen: readonly Change[],
  sync: SyncNow | SyncLater,
): Promise<readonly Change[]> {
  const isSame = ({ before, after }: Change) =>
    before !== undefined && isDeepStrictEqual({ ...after, ...observationOf(before) }, before);
  const same = seen.filter(isSame);
  const changes = seen.filter((change) => !isSame(change));
  await touch(transaction, same, sync);
  if ('requestSync' in sync) {
    await store(transaction, changes.map(synced));
    await requestSyncs(transaction, seen, sync);
  } else await store(transaction, await noteUnsynced(transaction, changes, sync));
  return changes;
}

const synced = ({ before, after }: Change): Change => ({ before, after: { ...after, unsynced: [] } });

async function store(transaction: Transaction, changes: readonly Change[]): Promise<void> {
  const created = changes.filter(({ before }) => before === undefined).map(({ after }) => after);
  if (created.length > 0) await transaction.mirroredMembership.createMany({ data: created });
  for (const { before, after } of changes)
    if (before) await transaction.mirroredMembership.update({ where: { id: after.id }, data: after });
}

/** Updates memberships that stay the same: when they were observed, and whether their accounts are synced. */
async function touch(
  transaction: Transaction,
  same: readonly Change[],
  sync: SyncNow | SyncLater,
): Promise<void> {
  const observed = same.filter(({ before, after }) => after !== before);
  const [first] = observed;
  if (first) {
    const where = { id: { in: idsOf(observed) } };
    await transaction.mirroredMembership.updateMany({ where, data: observationOf(first.after) });
  }
  const done = same.filter(
    ({ before }) => before && isUnsynced(before) && ('requestSync' in sync || isSwept(before, sync)),
  );
  if (done.length > 0) {
    const where = { id: { in: idsOf(done) } };
    await transaction.mirroredMembership.updateMany({ where, data: { unsynced: [] } });
  }
}

const idsOf = (changes: readonly Change[]): string[] => changes.map(({ after }) => after.id);

/** Returns the fields that every answer updates, even if the membership stays the same. */
const observationOf = (row: Mirrored) => {
  const { observation, observedAt, missingSince, doubtedSince, unreadableSince } = row;
  return { observation, observedAt, missingSince, doubtedSince, unreadableSince };
};
