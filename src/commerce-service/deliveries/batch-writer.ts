import { setTimeout } from 'node:timers/promises';

const BATCH = 200;

interface Entry<Item> {
  readonly item: Item;
  readonly written: PromiseWithResolvers<void>;
}

/** Writes items in batches: those that arrive during a write go into the next one, so that a burst costs few writes. */
export class BatchWriter<Item> {
  readonly #delay: number;
  readonly #write: (items: readonly Item[]) => Promise<void>;
  readonly #waiting: Entry<Item>[] = [];
  #isWriting = false;

  /** @param delay how long to collect items before each write, in milliseconds */
  constructor(delay: number, write: (items: readonly Item[]) => Promise<void>) {
    this.#delay = delay;
    this.#write = write;
  }

  /** Resolves once the item is written. Rejects if its batch failed. */
  add(item: Item): Promise<void> {
    const written = Promise.withResolvers<void>();
    this.#waiting.push({ item, written });
    if (!this.#isWriting) void this.#writeAll();
    return written.promise;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      await setTimeout(this.#delay);
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
