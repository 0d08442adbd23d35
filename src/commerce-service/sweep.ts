import type { Service } from './service.ts';

/** Work that is found in the database, in batches. */
export interface Sweep<Item extends { readonly id: string }> {
  /** What is worked on, for the log. */
  readonly what: string;
  /** The next items behind this one in a fixed order; the first ones without. None: it is done. */
  find(last: Item | undefined): Promise<readonly Item[]>;
  /** Does what there is to do for one, in transactions of its own. @returns how many changes it made */
  change(item: Item): Promise<number>;
}

/** Items that are looked up at once. */
export const BATCH = 100;

/**
 * Goes through everything that is to do. What is done is found no more, so a crash costs nothing and several
 * processes may do this at the same time. One item that fails is logged, holds up no other one, and is tried
 * again the next time.
 * @param signal stops between two items; the rest is found the next time
 * @returns how many changes were made
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
