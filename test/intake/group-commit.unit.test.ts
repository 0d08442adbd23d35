import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { groupCommit } from '../../src/intake/group-commit.ts';
import { waitFor } from '../support/wait.ts';

const PATIENCE = 10_000;
const limits = { items: 3, weight: 100 };
const room = { items: 10, weight: 1_000 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
});

/** Commits groups of numbers, which are their own weight, as the test says. */
function groups(commit: (items: readonly number[]) => Promise<void>, lanes = 1) {
  const seen: (readonly number[])[] = [];
  const store = groupCommit<number, string>({
    async commit(items) {
      seen.push(items);
      await commit(items);
      return (item) => `stored ${item}`;
    },
    weigh: (item) => item,
    limits,
    room,
    lanes,
    patience: PATIENCE,
  });
  return { seen, store };
}

test('a group is neither too many nor too heavy, and what is too heavy by itself is alone', async () => {
  const { seen, store } = groups(async () => undefined);
  const stored = await Promise.all([1, 2, 3, 4, 90, 500, 7].map(store));
  expect(stored).toEqual([1, 2, 3, 4, 90, 500, 7].map((item) => `stored ${item}`));
  expect(seen).toEqual([[1, 2, 3], [4, 90], [500], [7]]);
});

test('of a group that fails each is tried alone, and one failure is one failure', async () => {
  const { store } = groups(async (items) => {
    if (items.includes(2)) throw new Error('not this one');
  });
  const outcomes = await Promise.allSettled([1, 2, 3].map(store));
  expect(outcomes).toMatchObject([
    { value: 'stored 1' },
    { reason: { message: 'not this one' } },
    { value: 'stored 3' },
  ]);
});

test('where nobody answers, those who wait are told in time, and the next ones are not held up for ever', async () => {
  let isSilent = true;
  const { seen, store } = groups(() => (isSilent ? new Promise(() => undefined) : Promise.resolve()));
  const lost = store(1);
  await waitFor(() => expect(seen).toHaveLength(1));
  const late = store(2);
  const outcomes = Promise.allSettled([lost, late]);
  await vi.advanceTimersByTimeAsync(PATIENCE);
  const silent = { reason: { code: 'STORAGE_SILENT' } };
  expect(await outcomes).toMatchObject([silent, silent]);
  isSilent = false;
  expect(await store(3)).toBe('stored 3');
});

test('what there is no room for is refused at once, and taken when others have left', async () => {
  const hold = Promise.withResolvers<void>();
  const { store } = groups(() => hold.promise);
  const waiting = Array.from({ length: room.items }, () => store(1));
  await expect(store(1)).rejects.toMatchObject({ code: 'STORAGE_BUSY' });
  hold.resolve();
  await Promise.all(waiting);
  expect(await Promise.all([store(600), store(400)])).toEqual(['stored 600', 'stored 400']);
  const heavy = store(600);
  await expect(store(500)).rejects.toMatchObject({ code: 'STORAGE_BUSY' });
  expect(await heavy).toBe('stored 600');
});

test('with two lanes the next group is committed beside the first one, and a third one waits for either', async () => {
  const held = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const { seen, store } = groups(([item = 0]) => held[item - 1]?.promise ?? Promise.resolve(), 2);
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
