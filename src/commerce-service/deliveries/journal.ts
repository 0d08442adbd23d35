import { setTimeout } from 'node:timers/promises';

/** The most that is written at once. */
const BATCH = 200;

interface Entry<Item> {
  readonly item: Item;
  readonly written: PromiseWithResolvers<void>;
}

/** Writes what comes while it writes all at once: a crowd costs the database hardly more than one. */
export class Journal<Item> {
  readonly #gather: number;
  readonly #write: (items: readonly Item[]) => Promise<void>;
  readonly #waiting: Entry<Item>[] = [];
  #isWriting = false;

  /** @param gather how long the first one waits for others, in milliseconds */
  constructor(gather: number, write: (items: readonly Item[]) => Promise<void>) {
    this.#gather = gather;
    this.#write = write;
  }

  /** Resolves once it is written; rejects when that failed. */
  add(item: Item): Promise<void> {
    const written = Promise.withResolvers<void>();
    this.#waiting.push({ item, written });
    if (!this.#isWriting) void this.#writeAll();
    return written.promise;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      await setTimeout(this.#gather);
      const batch = this.#waiting.splice(0, BATCH);
      try {
        await this.#write(batch.map(({ item }) => item));
        for (const { written } of batch) written.resolve();
      } catch (error) {
        for (const { written } of batch) written.reject(error);
      }
    }
    this.#isWriting = false;
  }
}
