import Type from 'typebox';
import type { Transaction } from '../../database/index.ts';
import { defineQueue, type JobContext } from '../../queue.ts';
import { changeOf } from '../memberships/life/change.ts';
import { WITH_RELATIONS } from '../memberships/schema.ts';
import type { Service } from '../service.ts';
import { inTransaction } from '../transaction.ts';
import { emit } from '../webhooks/events.ts';
import { chatOf, differsFrom } from './merge.ts';
import { lockUsers, type UserRow } from './users.ts';

/** Memberships that the request changes itself, newest first: all of them, for almost every buyer. */
const AT_ONCE = 5;

/** Memberships that one transaction of the job changes. */
const BATCH = 20;

/** Delay of the job in milliseconds, so that it takes no time from the response, and several changes need one job. */
const DELAY = 1_000;

/** Users whose memberships have yet to follow a change of owner or chat account. */
export const ownerQueue = defineQueue({
  name: 'commerce-owner',
  data: Type.Object({ user_id: Type.String() }),
  policy: 'collapse',
  retries: 20,
  retryDelay: 1,
  retryDelayMax: 600,
  timeout: 300,
  concurrency: 1,
});

/**
 * Gives a user's memberships the user's proven chat account. Emits `membership_metadata_updated` for each that this
 * changes or that was moved to the user, since the specification has no separate event. A job continues after the
 * first few, so that a person with many memberships costs a request little. Call it in the transaction of the change,
 * with the user locked.
 */
export async function applyOwner(service: Service, transaction: Transaction, owner: UserRow): Promise<void> {
  const last = await applyToSome(service, transaction, owner, { most: AT_ONCE });
  if (last === undefined) return;
  const startAfter = new Date(service.clock.now().getTime() + DELAY);
  await service.send(ownerQueue, { user_id: owner.id }, { key: owner.id, startAfter, transaction });
}

/**
 * Continues where `applyOwner` stopped, in short transactions. What is left is determined from the memberships, so it
 * can be repeated, and a user who has changed accounts meanwhile gets the latest only.
 */
export async function applyOwnerToRest(
  service: Service,
  { user_id: userId }: { readonly user_id: string },
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const applyNext = (before?: string) =>
    inTransaction(service, async (transaction) => {
      await lockUsers(transaction, [userId]);
      const owner = await transaction.user.findUnique({ where: { id: userId } });
      if (!owner) return undefined;
      return applyToSome(service, transaction, owner, { most: BATCH, before, isBulk: true });
    });
  for (let last = await applyNext(); last !== undefined; last = await applyNext(last))
    signal.throwIfAborted();
}

interface Some {
  readonly most: number;
  /** Only memberships with smaller ids. */
  readonly before?: string | undefined;
  readonly isBulk?: boolean;
}

/** @returns the last membership's id if there may be more */
async function applyToSome(
  service: Service,
  transaction: Transaction,
  owner: UserRow,
  { most, before, isBulk }: Some,
): Promise<string | undefined> {
  const found = await transaction.membership.findMany({
    where: {
      userId: owner.id,
      ...(before !== undefined && { id: { lt: before } }),
      OR: [{ ownerEventDue: true }, ...differsFrom(owner)],
    },
    select: { id: true },
    orderBy: { id: 'desc' },
    take: most,
  });
  if (found.length === 0) return undefined;
  const ids = found.map(({ id }) => id);
  await transaction.membership.updateMany({
    where: { id: { in: ids } },
    data: { ...chatOf(owner), ownerEventDue: false },
  });
  const rows = await transaction.membership.findMany({
    where: { id: { in: ids }, status: { not: 'canceled' } },
    include: WITH_RELATIONS,
    orderBy: { id: 'asc' },
  });
  const at = service.clock.now();
  const happenings = rows.map((row) => ({
    ...changeOf(service, row, 'membership_metadata_updated', at),
    ...(isBulk !== undefined && { isBulk }),
  }));
  await emit(service, transaction, owner.accountId, happenings);
  return found.length < most ? undefined : ids.at(-1);
}
