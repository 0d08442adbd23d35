import { expect, test } from 'vitest';
import { pruneInbox } from '../../src/intake/prune.ts';
import { NOW, useListener } from './support.ts';

const { deliver, groups, inbox, prisma } = useListener();
const event = (n: number | string) => ({ action: 'membership.went_valid', data: { id: `mem_${n}` } });

test('2,000 simultaneous deliveries are all acknowledged and stored once each, in few commits', async () => {
  const crowd = Array.from({ length: 2_000 }, (_, n) => deliver(event(n), `msg_${n}`));
  const twice = Array.from({ length: 100 }, (_, n) => deliver(event(n), `msg_${n}`));
  const answers = await Promise.all([...crowd, ...twice]);
  expect(answers.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
  expect(await inbox().count()).toBe(2_000);
  expect(groups.flat()).toHaveLength(2_000);
  expect(groups.length).toBeLessThan(50);
});

test('an event that cannot be stored fails alone', async () => {
  const ids = [...Array(20).keys(), 'broken'];
  const answers = await Promise.all(ids.map((id) => deliver(event(id), `msg_${id}`)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(20).fill(200), 503]);
  expect(await inbox().count()).toBe(20);
});

const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60 * 1000);

test('events older than 30 days are deleted if done and kept if they failed', async () => {
  const event = { name: 'x', membershipId: 'mem_1', workedAt: NOW, receivedAt: daysAgo(31), payload: {} };
  const many = Array.from({ length: 1_100 }, (_, n) => ({ ...event, id: `worked ${n}` }));
  await inbox().createMany({
    data: [
      ...many,
      { ...event, id: 'about nothing', membershipId: null, workedAt: null },
      { ...event, id: 'failed', workedAt: null },
      { ...event, id: 'young', receivedAt: daysAgo(29) },
    ],
  });
  await pruneInbox({ prisma: prisma(), clock: { now: () => NOW } });
  const left = await inbox().findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  expect(left.map(({ id }) => id)).toEqual(['failed', 'young']);
});
