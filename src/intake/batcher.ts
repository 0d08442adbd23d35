import { setImmediate } from 'node:timers/promises';
import { Fault } from '../errors.ts';
import { createAdmission, type Limits } from './admission.ts';

/** A batch is closed after this many event-loop turns without a new item. */
const QUIET_TURNS = 4;

export interface BatcherOptions<Item, Outcome> {
  /** Commits all items or none. @returns the outcome of each */
  readonly commit: (items: readonly Item[]) => Promise<(item: Item) => Outcome>;
  readonly weigh: (item: Item) => number;
  /** Limits of a batch. A heavier item is a batch of its own. */
  readonly batch: Limits;
  /** Limits of the backlog. Items beyond it are rejected at once. */
  readonly backlog: Limits;
  /** Number of batches committed at the same time, each in its own transaction. */
  readonly concurrency: number;
  /** Longest wait for an item's outcome, in milliseconds. The item may be committed later, which must do no harm. */
  readonly timeout: number;
}

interface Waiter<Item, Outcome> extends PromiseWithResolvers<Outcome> {
  readonly item: Item;
  /** False once its caller has timed out. */
  isAwaited: boolean;
}

/**
 * Creates a group commit: items that arrive while commits are in progress are committed together, so that a burst costs
 * few commits and a single item has no delay. When a batch fails, its items are retried one by one, so that none fails
 * because of another.
 * @returns a function that commits an item. Throws the error of `commit`, or Fault `STORAGE_SILENT` or `STORAGE_BUSY`.
 */
export function createBatcher<Item, Outcome>(
  options: BatcherOptions<Item, Outcome>,
): (item: Item) => Promise<Outcome> {
  const { commit, weigh, batch, concurrency, timeout } = options;
  const admission = createAdmission(options.backlog);
  const waiting: Waiter<Item, Outcome>[] = [];
  let isCollecting = false;
  let running = 0;

  const commitBatch = async (waiters: readonly Waiter<Item, Outcome>[]): Promise<void> => {
    try {
      const outcomeOf = await within(timeout, commit(waiters.map(({ item }) => item)));
      for (const { item, resolve } of waiters) resolve(outcomeOf(item));
    } catch (error) {
      if (waiters.length === 1) waiters[0]?.reject(error);
      else for (const waiter of waiters) if (waiter.isAwaited) await commitBatch([waiter]);
    }
  };
  const next = async (): Promise<void> => {
    if (isCollecting || running === concurrency || waiting.length === 0) return;
    isCollecting = true;
    await collect(waiting, batch.items);
    isCollecting = false;
    running += 1;
    const waiters = takeBatch(waiting, options);
    // Another batch may start with the rest.
    void next();
    if (waiters.length > 0) await commitBatch(waiters);
    running -= 1;
    void next();
  };
  return async (item) => {
    if (!admission.admit(weigh(item)))
      throw new Fault('STORAGE_BUSY', 'Too many deliveries are waiting to be stored.');
    const waiter = { item, isAwaited: true, ...Promise.withResolvers<Outcome>() };
    waiting.push(waiter);
    void next();
    try {
      return await within(timeout, waiter.promise);
    } finally {
      waiter.isAwaited = false;
      admission.release(weigh(item));
    }
  };
}

/**
 * Waits while items keep arriving, up to a full batch. The event loop accepts one connection a turn, and its request
 * is read a few turns later.
 */
async function collect(waiting: readonly unknown[], full: number): Promise<void> {
  for (let quiet = 0; quiet < QUIET_TURNS && waiting.length < full; ) {
    const before = waiting.length;
    await setImmediate();
    quiet = waiting.length > before ? 0 : quiet + 1;
  }
}

/** Takes the next batch out of the backlog and drops items whose callers have timed out. */
function takeBatch<Item, Outcome>(
  waiting: Waiter<Item, Outcome>[],
  { weigh, batch }: BatcherOptions<Item, Outcome>,
): readonly Waiter<Item, Outcome>[] {
  let weight = 0;
  const end = waiting.findIndex(({ item }, n) => {
    weight += weigh(item);
    return n > 0 && (n === batch.items || weight > batch.weight);
  });
  return waiting.splice(0, end === -1 ? waiting.length : end).filter(({ isAwaited }) => isAwaited);
}

async function within<Result>(timeout: number, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  // Created only on timeout: capturing a stack trace for every event would be costly.
  const silent = () => new Fault('STORAGE_SILENT', `The database did not answer within ${timeout} ms.`);
  const timer = setTimeout(() => late.reject(silent()), timeout);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
