import Type from 'typebox';
import { defineQueue } from '../queue.ts';
import type { Service } from './service.ts';

/** Defines a scheduled queue: one job at a time, without retries, since the next run does what a failed one left. */
const scheduled = (name: string) =>
  defineQueue({
    name,
    data: Type.Object({}),
    policy: 'collapse',
    retries: 0,
    retryDelay: 1,
    retryDelayMax: 1,
    timeout: 300,
    concurrency: 1,
  });

/** Due changes of memberships and accepted entries. */
export const dueQueue = scheduled('commerce-due');

/** Updates of past-due memberships to their account's settings. */
export const accessQueue = scheduled('commerce-access');

/** Deletion of data that is no longer needed, and repair of delivery times. */
export const cleanupQueue = scheduled('commerce-cleanup');

/** Work on items in the database, done in batches. */
export interface Sweep<Item extends { readonly id: string }> {
  /** Kind of item, for the log. */
  readonly what: string;
  /** Finds the batch after `last` in a fixed order, or the first one. An empty batch ends the sweep. */
  find(last: Item | undefined): Promise<readonly Item[]>;
  /** Processes one item, in its own transactions, and returns the number of changes made. */
  change(item: Item): Promise<number>;
}

/** Items per batch. */
export const BATCH = 100;

/**
 * Processes all items. A processed item is no longer found, so a crash loses nothing, and several processes may sweep
 * concurrently. An item that fails is logged, doesn't hold up the others, and is retried by the next sweep.
 * @param signal stops between two items; the next sweep finds the rest
 * @returns the number of changes made
 */
export async function sweep<Item extends { readonly id: string }>(
  { log }: Pick<Service, 'log'>,
  { what, find, change }: Sweep<Item>,
  signal?: AbortSignal,
): Promise<number> {
  let made = 0;
  let last: Item | undefined;
  for (;;) {
    const batch = await find(last);
    for (const item of batch) {
      if (signal?.aborted) return made;
      try {
        made += await change(item);
      } catch (error) {
        log.error({ err: error, [what]: item.id }, `a due change of a ${what} failed`);
      }
    }
    last = batch.at(-1);
    if (!last) return made;
  }
}
