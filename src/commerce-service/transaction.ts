import { setTimeout } from 'node:timers/promises';
import type { Transaction } from '../database/index.ts';
import { errorCode } from '../errors.ts';
import { Refusal } from './refusal.ts';
import { type Service, TRANSACTION } from './service.ts';

/** How often a transaction is run that others get in the way of. */
const ATTEMPTS = 4;

/** How long the first retry waits at most, in milliseconds; it doubles each time. */
const FIRST_WAIT = 50;

/** When a request that found no turn may come back, in seconds. */
const RETRY_AFTER = 5;

/**
 * Runs what changes something as one transaction: all of it or nothing. When the database undoes it because
 * another one was in its way (a deadlock, a conflict), it is run again, so `act` does nothing that the database
 * can't undo.
 * @throws Refusal 503 when others are in its way again and again, or its turn doesn't come in time. Nothing has
 *   happened then, and asking again is safe.
 */
export async function inTransaction<Result>(
  { prisma }: Pick<Service, 'prisma'>,
  act: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await prisma.$transaction(act, TRANSACTION);
    } catch (error) {
      if (errorCode(error) === OUT_OF_TIME) throw busy();
      if (!isConflict(error)) throw error;
      if (attempt === ATTEMPTS) throw busy();
      // At random, so that those who met once don't meet again.
      await setTimeout(Math.random() * FIRST_WAIT * 2 ** attempt);
    }
  }
}

/** Prisma: no transaction could begin in time, or one took too long and was undone. */
const OUT_OF_TIME = 'P2028';

const busy = () =>
  new Refusal(
    'busy',
    'Very many are here at the moment. Nothing has happened: please try again.',
    RETRY_AFTER,
  );

/**
 * Whether the database undid a transaction for another one's sake. Prisma gives this a code of its own (P2034)
 * except for raw queries; what its adapters call it is the same for both.
 */
const isConflict = (error: unknown): boolean =>
  errorCode(error) === 'P2034' || kindOf(error) === 'TransactionWriteConflict';

const kindOf = (error: unknown): unknown =>
  ['meta', 'driverAdapterError', 'cause', 'kind'].reduce(
    (inner: unknown, name): unknown =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined,
    error,
  );
