import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createBatcher } from '../../src/intake/batcher.ts';
import { waitFor } from '../support/wait.ts';

const TIMEOUT = 10_000;
const batch = { items: 3, weight: 100 };
const backlog = { items: 10, weight: 1_000 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
});

/** Creates a batcher of numbers with the given `commit`. The weight of a number is its value. */
function batcherOf(commit: (items: readonly number[]) => Promise<void>, concurrency = 1) {
  const seen: (readonly number[])[] = [];
  const store = createBatcher<number, string>({
    async commit(items) {
      seen.push(items);
      await commit(items);
      return (item) => `stored ${item}`;
    },
    weigh: (item) => item,
    batch,
    backlog,
    concurrency,
    timeout: TIMEOUT,
  });
  return { seen, store };
}

test('a batch stays within its limits, and an item beyond them is a batch of its own', async () => {
  const { seen, store } = batcherOf(async () => undefined);
  const stored = await Promise.all([1, 2, 3, 4, 90, 500, 7].map(store));
  expect(stored).toEqual([1, 2, 3, 4, 90, 500, 7].map((item) => `stored ${item}`));
  expect(seen).toEqual([[1, 2, 3], [4, 90], [500], [7]]);
});

test('the items of a failed batch are retried one by one, and only the faulty one fails', async () => {
  const { store } = batcherOf(async (items) => {
    if (items.includes(2)) throw new Error('not this one');
  });
  const outcomes = await Promise.allSettled([1, 2, 3].map(store));
  expect(outcomes).toMatchObject([
    { value: 'stored 1' },
    { reason: { message: 'not this one' } },
    { value: 'stored 3' },
  ]);
});

test('a commit that never answers times out, and later items are committed', async () => {
  let isSilent = true;
  const { seen, store } = batcherOf(() => (isSilent ? new Promise(() => undefined) : Promise.resolve()));
  const lost = store(1);
  await waitFor(() => expect(seen).toHaveLength(1));
  const late = store(2);
  const outcomes = Promise.allSettled([lost, late]);
  await vi.advanceTimersByTimeAsync(TIMEOUT);
  const silent = { reason: { code: 'STORAGE_SILENT' } };
  expect(await outcomes).toMatchObject([silent, silent]);
  isSilent = false;
  expect(await store(3)).toBe('stored 3');
});

test('an item beyond the backlog is rejected at once, and admitted when others are done', async () => {
  const hold = Promise.withResolvers<void>();
  const { store } = batcherOf(() => hold.promise);
  const waiting = Array.from({ length: backlog.items }, () => store(1));
  await expect(store(1)).rejects.toMatchObject({ code: 'STORAGE_BUSY' });
  hold.resolve();
  await Promise.all(waiting);
  expect(await Promise.all([store(600), store(400)])).toEqual(['stored 600', 'stored 400']);
  const heavy = store(600);
  await expect(store(500)).rejects.toMatchObject({ code: 'STORAGE_BUSY' });
  expect(await heavy).toBe('stored 600');
});

test('the third batch waits for one of the first two at a concurrency of two', async () => {
  const held = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const { seen, store } = batcherOf(([item = 0]) => held[item - 1]?.promise ?? Promise.resolve(), 2);
  const first = store(1);
  await waitFor(() => expect(seen).toEqual([[1]]));
  const second = store(2);
  await waitFor(() => expect(seen).toEqual([[1], [2]]));
  const others = [store(3), store(4)];
  held[1]?.resolve();
  expect(await second).toBe('stored 2');
  await waitFor(() => expect(seen).toEqual([[1], [2], [3, 4]]));
  for (const { resolve } of held) resolve();
  expect(await Promise.all([first, ...others])).toEqual(['stored 1', 'stored 3', 'stored 4']);
});
