import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../clock.ts';
import type { Membership, MembershipFacts } from '../commerce-client/membership.ts';
import type { PrismaClient, Transaction } from '../database/index.ts';
import { type Mirrored, merge, type Observation } from './merge.ts';

/**
 * Limits of a transaction on the mirror, in milliseconds. The embedded database runs one at a time, so in a
 * burst each waits its turn.
 */
export const TRANSACTION = { maxWait: 15_000, timeout: 15_000 };

/** A membership that is new in the mirror, or has changed there. */
export interface Change {
  readonly before: Mirrored | undefined;
  readonly after: Mirrored;
}

/**
 * Draws the number of a question, before it is asked. Numbered by the database, whose count never goes back
 * as a clock may.
 */
export async function nextObservation(deps: { prisma: PrismaClient; clock: Clock }): Promise<Observation> {
  const rows = await deps.prisma.$queryRaw<{ number: bigint }[]>`
    SELECT nextval('community.observations') AS number`;
  return { number: rows[0]?.number ?? 0n, at: deps.clock.now() };
}

/**
 * Loads memberships, each of them ours alone until the transaction ends, also where it is not stored yet. In
 * one order everywhere, so that two who lock the same ones wait for each other in turn.
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
 * Writes what the service answered to one question. Where the answer to a later question is stored already,
 * this one is older news and changes nothing.
 */
export async function writeAnswers(
  transaction: Transaction,
  memberships: readonly (MembershipFacts & Pick<Membership, 'id'>)[],
  observation: Observation,
): Promise<readonly Change[]> {
  const known = await lockMirrored(
    transaction,
    memberships.map(({ id }) => id),
  );
  const seen = memberships.flatMap((membership) => {
    const before = known.get(membership.id);
    if (before && before.observation > observation.number) return [];
    const after = merge(before, membership.id, membership, observation);
    return after ? [{ before, after }] : [];
  });
  return write(transaction, seen);
}

/** Stores what was seen, few statements for many. @returns what is not as it was */
export async function write(transaction: Transaction, seen: readonly Change[]): Promise<readonly Change[]> {
  const isSame = ({ before, after }: Change) =>
    before !== undefined && isDeepStrictEqual({ ...after, ...observationOf(before) }, before);
  const same = seen.filter(isSame);
  const changes = seen.filter((change) => !isSame(change));
  const [first] = same;
  if (first) {
    const ids = same.map(({ after }) => after.id);
    const data = observationOf(first.after);
    await transaction.mirroredMembership.updateMany({ where: { id: { in: ids } }, data });
  }
  const created = changes.filter(({ before }) => before === undefined).map(({ after }) => after);
  if (created.length > 0) await transaction.mirroredMembership.createMany({ data: created });
  for (const { before, after } of changes)
    if (before) await transaction.mirroredMembership.update({ where: { id: after.id }, data: after });
  return changes;
}

/** What an answer says of every membership that it is about, also of one that is as it was. */
const observationOf = (row: Mirrored) => {
  const { observation, observedAt, missingSince, doubtedSince, unreadableSince } = row;
  return { observation, observedAt, missingSince, doubtedSince, unreadableSince };
};
