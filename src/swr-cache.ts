import pTimeout from 'p-timeout';
import type { Clock } from './clock.ts';

/** How long a list counts as fresh, and how long it is shown without a newer one, in milliseconds. */
const FRESH = 60_000;
const SHOWN = 60 * 60_000;

/** Wait after a failed load, in milliseconds. */
const RETRY = 10_000;

/** How long a read waits for a list that isn't loaded yet, in milliseconds. */
const PATIENCE = 200;

/** A cached list. */
export interface SwrCache<Item> {
  /** Returns the known items, within 200 ms; never fails. Reloads a stale list in the background. */
  read(): Promise<readonly Item[]>;
  /** Whether the loaded list is complete and still current enough to show. */
  isWhole(): boolean;
  /** Adds a new item at once, and makes the next read reload the list. */
  add(item: Item): void;
}

export interface Loaded<Item> {
  readonly items: readonly Item[];
  /** Whether these are all items. */
  readonly isWhole: boolean;
}

/** Creates a cached list. @param load yields all items so far as they arrive, and last the final list */
export function createSwrCache<Item extends { readonly id: string }>(
  load: () => AsyncIterable<Loaded<Item>>,
  clock: Clock,
): SwrCache<Item> {
  let items: readonly Item[] = [];
  let isWhole = false;
  /** Items added since the load of `items` began. */
  let added: readonly Item[] = [];
  let shownUntil = 0;
  let loadAt = 0;
  let loading: Promise<void> | undefined;
  const now = () => clock.now().getTime();
  const loadAll = async () => {
    const before = added;
    loadAt = now() + RETRY;
    let loaded: Loaded<Item> = { items: [], isWhole: true };
    for await (loaded of load()) if (now() >= shownUntil) items = loaded.items;
    ({ items, isWhole } = loaded);
    shownUntil = now() + SHOWN;
    loadAt = before === added ? now() + FRESH : 0;
    added = added.filter((item) => !before.includes(item));
  };
  return {
    async read() {
      if (now() >= shownUntil && !loading) items = [];
      if (now() >= loadAt)
        loading ??= loadAll()
          // A caller that needs the error loads the list directly; the cache keeps what it has.
          .catch(() => undefined)
          .finally(() => {
            loading = undefined;
          });
      if (loading && now() >= shownUntil) await pTimeout(loading, { milliseconds: PATIENCE, message: false });
      const known = new Set(items.map(({ id }) => id));
      return [...added.filter(({ id }) => !known.has(id)), ...items];
    },
    isWhole: () => isWhole && now() < shownUntil,
    add(item) {
      added = [...added, item];
      loadAt = 0;
    },
  };
}
