import { expect, test } from 'vitest';
import { createOwnSyncs } from '../../../src/access/sync/observe-member.ts';

const ada = { guildId: 'guild', userId: 'ada' };
const WITH_ROLE = { roleIds: ['supporter', 'insider'], isPending: false };

/** A record of syncs, and the clock that it reads. */
function open() {
  let now = 0;
  const syncs = createOwnSyncs({ now: () => new Date(now), wait: async () => undefined });
  return { syncs, pass: (milliseconds: number) => (now += milliseconds) };
}

test('a member update that reports what a sync has just seen is ours, for ten seconds', async () => {
  const { syncs, pass } = open();
  await syncs.run(ada, async () => ({ seen: WITH_ROLE }));
  const reported = { ...WITH_ROLE, roleIds: WITH_ROLE.roleIds.toReversed() };
  expect(await syncs.hasSeen(ada, reported)).toBe(true);
  pass(10_001);
  expect(await syncs.hasSeen(ada, reported)).toBe(false);
});

test.each([
  ['a lost role', ada, { ...WITH_ROLE, roleIds: ['supporter'] }],
  ['a role given by somebody else', ada, { ...WITH_ROLE, roleIds: [...WITH_ROLE.roleIds, 'guest'] }],
  ['a screening', ada, { ...WITH_ROLE, isPending: true }],
  ['another server', { ...ada, guildId: 'other' }, WITH_ROLE],
  ['another member', { ...ada, userId: 'bo' }, WITH_ROLE],
])('an update about %s is not ours', async (_, ref, member) => {
  const { syncs } = open();
  await syncs.run(ada, async () => ({ seen: WITH_ROLE }));
  expect(await syncs.hasSeen(ref, member)).toBe(false);
});

test('after a change by somebody else, an update that looks like the result of the sync counts', async () => {
  const { syncs } = open();
  await syncs.run(ada, async () => ({ seen: WITH_ROLE }));
  expect(await syncs.hasSeen(ada, { ...WITH_ROLE, roleIds: [...WITH_ROLE.roleIds, 'patron'] })).toBe(false);
  expect(await syncs.hasSeen(ada, WITH_ROLE)).toBe(false);
});

test('an update during a sync waits for its end and is compared with what that saw', async () => {
  const { syncs } = open();
  const { promise: seen, resolve } = Promise.withResolvers<{ seen: typeof WITH_ROLE }>();
  const sync = syncs.run(ada, () => seen);
  const [own, late] = [syncs.hasSeen(ada, WITH_ROLE), syncs.hasSeen(ada, { ...WITH_ROLE, roleIds: [] })];
  resolve({ seen: WITH_ROLE });
  await sync;
  expect([await own, await late]).toEqual([true, false]);
});

test('after a sync that failed or changed nothing, every update counts', async () => {
  const { syncs } = open();
  await syncs.run(ada, async () => ({ seen: WITH_ROLE }));
  await expect(syncs.run(ada, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(await syncs.hasSeen(ada, WITH_ROLE)).toBe(false);
  await syncs.run(ada, async () => ({ seen: WITH_ROLE }));
  await syncs.run(ada, async () => ({}));
  expect(await syncs.hasSeen(ada, WITH_ROLE)).toBe(false);
});
