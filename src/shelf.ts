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
  /** Has it loaded anew at the next reading: something has changed. */
  expire(): void;
}

/** @param load gives what it has each time that there is more, and last all of it */
export function createShelf<Item>(load: () => AsyncIterable<readonly Item[]>, clock: Clock): Shelf<Item> {
  let items: readonly Item[] = [];
  let shownUntil = 0;
  let loadAt = 0;
  let expirations = 0;
  let loading: Promise<void> | undefined;
  const now = () => clock.now().getTime();
  const loadAll = async () => {
    const before = expirations;
    loadAt = now() + RETRY;
    let loaded: readonly Item[] = [];
    for await (loaded of load()) if (now() >= shownUntil) items = loaded;
    items = loaded;
    shownUntil = now() + SHOWN;
    loadAt = before === expirations ? now() + FRESH : 0;
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
      return items;
    },
    isWhole: () => now() < shownUntil,
    expire() {
      expirations++;
      loadAt = 0;
    },
  };
}
