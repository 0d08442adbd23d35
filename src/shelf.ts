import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** How long what is there counts as fresh, and how long it is shown while nothing newer is to be had, in ms. */
const FRESH = 60_000;
const SHOWN = 60 * 60_000;

/** How long nothing is loaded after that failed, in milliseconds. */
const RETRY = 10_000;

/** How long somebody waits for what isn't there yet, in milliseconds. */
const PATIENCE = 200;

/** A list that is kept at hand. */
export interface Shelf<Item> {
  /** What is known, within 200 ms and never failing. A list that isn't fresh is loaded anew behind it. */
  read(): Promise<readonly Item[]>;
  /** Whether what is read is all of it, and not what was there when nobody waited any longer. */
  isWhole(): boolean;
  /** Shows something that is new at once, and has the list loaded anew at the next reading. */
  add(item: Item): void;
}

/** What was loaded so far. */
export interface Loaded<Item> {
  readonly items: readonly Item[];
  /** Whether there are no others. */
  readonly isWhole: boolean;
}

/** @param load gives what it has each time that there is more, and last all that it can read */
export function createShelf<Item extends { readonly id: string }>(
  load: () => AsyncIterable<Loaded<Item>>,
  clock: Clock,
): Shelf<Item> {
  let items: readonly Item[] = [];
  let isWhole = false;
  /** Made since the load began that `items` is from. */
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
          // Whoever asks for the list itself is told why: here nothing better than what is known can be shown.
          .catch(() => undefined)
          .finally(() => {
            loading = undefined;
          });
      if (loading && now() >= shownUntil) await Promise.race([loading, wait(PATIENCE)]);
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
