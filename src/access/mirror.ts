import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../clock.ts';
import type { Membership, MembershipFacts } from '../commerce-client/membership.ts';
import type { Prisma, PrismaClient, Transaction } from '../database/index.ts';

/**
 * Limits of a transaction on the mirror, in milliseconds. The embedded database runs one at a time, so in a
 * burst each waits its turn.
 */
export const TRANSACTION = { maxWait: 15_000, timeout: 15_000 };

/** A membership as the mirror holds it. */
export type Mirrored = Prisma.MirroredMembershipGetPayload<object>;

/** What a state rests on. */
export interface Observation {
  /** The number of the question that it answers; 0 where an event said it, which any answer outranks. */
  readonly number: bigint;
  /** The moment that it is true for: when the question was asked, or when the event happened. */
  readonly at: Date;
}

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

const observationOf = ({ observation, observedAt }: Mirrored) => ({ observation, observedAt });

/**
 * The state of a membership by what is newly known of it. What was left out stays as it was.
 * @returns undefined where not even this is known, whether it gives access
 */
export function merge(
  known: Mirrored | undefined,
  id: string,
  facts: MembershipFacts,
  { number, at }: Observation,
): Mirrored | undefined {
  const valid = facts.valid ?? known?.valid;
  if (valid === undefined) return undefined;
  // Without a plan it is a product's: no mapping is for the plan that has no id.
  const planId = facts.planId ?? known?.planId ?? '';
  const chatUserId = orKnown(facts.chatUserId, known?.chatUserId);
  const expiresAt = orKnown(facts.expiresAt, known?.expiresAt);
  return {
    id,
    productId: orKnown(facts.productId, known?.productId),
    planId,
    sourcePlanId: orKnown(facts.sourcePlanId, planId === known?.planId ? known.sourcePlanId : null),
    commerceUserId: orKnown(facts.commerceUserId, known?.commerceUserId),
    chatUserId,
    chatConnectedAt: chatUserId === null ? null : connectedAt(known, chatUserId, facts.createdAt, at),
    // A status that was said of the other state is none of this one.
    status: facts.status ?? (valid === known?.valid ? known.status : 'unknown'),
    valid,
    startedAt: startOf(known, valid, facts.createdAt, at),
    endedAt: endOf(known, valid, expiresAt, at),
    expiresAt,
    periodEndsAt: orKnown(facts.periodEndsAt, known?.periodEndsAt),
    observation: number,
    observedAt: at,
  };
}

/** One that has an account when it is first seen was bought with it, as far as is known. */
function connectedAt(
  known: Mirrored | undefined,
  chatUserId: string,
  createdAt: Date | undefined,
  at: Date,
): Date | null {
  if (known) return chatUserId === known.chatUserId ? known.chatConnectedAt : at;
  return earlier(createdAt, at);
}

/** One that gives access when it is first seen did so since it was made, as far as is known. */
function startOf(known: Mirrored | undefined, valid: boolean, createdAt: Date | undefined, at: Date) {
  if (!valid || known?.valid) return known?.startedAt ?? null;
  return known ? at : earlier(createdAt, at);
}

const earlier = (createdAt: Date | undefined, at: Date): Date =>
  createdAt && createdAt < at ? createdAt : at;

function endOf(known: Mirrored | undefined, valid: boolean, expiresAt: Date | null, at: Date): Date | null {
  if (valid) return null;
  if (known) return known.valid ? at : known.endedAt;
  return expiresAt && expiresAt <= at ? expiresAt : null;
}

const orKnown = <Value>(said: Value | null | undefined, known: Value | null | undefined): Value | null =>
  said === undefined ? (known ?? null) : said;
