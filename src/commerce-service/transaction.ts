import { setTimeout } from 'node:timers/promises';
import type { Transaction } from '../database/index.ts';
import { errorCode } from '../errors.ts';
import { Refusal } from './api/refusal.ts';
import { type Service, TRANSACTION } from './service.ts';

const ATTEMPTS = 4;

/** Base of the retry backoff, in milliseconds. The nth retry waits up to 2ⁿ times as long, at random. */
const FIRST_WAIT = 50;

/** Seconds after which a request refused as busy may be retried. */
const RETRY_AFTER = 5;

/**
 * Runs a change as one transaction. Retries it if the database rolls it back because of another transaction (a deadlock
 * or a conflict), so `act` must have no side effects outside the database.
 * @throws Refusal 503 if conflicts persist, or the transaction can't begin or finish in time. Nothing has changed then,
 *   and the request can safely be retried.
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
      // Random, so that transactions that collided once don't collide again.
      await setTimeout(Math.random() * FIRST_WAIT * 2 ** attempt);
    }
  }
}

/** Prisma's error code if a transaction couldn't begin in time, or took too long and was rolled back. */
const OUT_OF_TIME = 'P2028';

const busy = () => new Refusal('busy', ({ refusals }) => refusals.busy, RETRY_AFTER);

/**
 * Reports whether the database rolled a transaction back because of another one. Prisma has a code for this (P2034),
 * but not for raw queries. Its adapters name the same kind of error for both.
 */
const isConflict = (error: unknown): boolean =>
  errorCode(error) === 'P2034' || kindOf(error) === 'TransactionWriteConflict';

const kindOf = (error: unknown): unknown =>
  ['meta', 'driverAdapterError', 'cause', 'kind'].reduce(
    (inner: unknown, name): unknown =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined,
    error,
  );
