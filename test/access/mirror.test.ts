import { afterAll, beforeAll, expect, test } from 'vitest';
import { refreshMembership } from '../../src/access/mirror.ts';
import type { CommerceClient, Membership } from '../../src/commerce-client/index.ts';
import type { Database } from '../../src/database/index.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const membership: Membership = {
  id: 'mem_1',
  productId: 'prod_1',
  planId: 'plan_1',
  commerceUserId: 'user_1',
  chatUserId: 'ada',
  status: 'active',
  valid: true,
  expiresAt: null,
};

/** A service whose answers the test gives when it likes, and a note of who was to be synced. */
function service(now = new Date('2026-11-21T12:00:00Z')) {
  const questions: ((answer: Membership | undefined) => void)[] = [];
  const synced: string[] = [];
  const commerce: CommerceClient = {
    getMembership: () => new Promise((resolve) => questions.push(resolve)),
    listPlans: async () => [],
  };
  const deps = {
    prisma: database.prisma,
    commerce,
    clock: { now: () => now },
    requestSync: async (account: string) => void synced.push(account),
  };
  const ask = async (id: string) => {
    const before = questions.length;
    const done = refreshMembership(deps, id);
    await expect.poll(() => questions.length).toBe(before + 1);
    return { answer: questions[before] ?? (() => undefined), done };
  };
  return { ask, synced };
}

const stored = (id: string) => database.prisma.mirroredMembership.findUnique({ where: { id } });

test('the answer to an earlier question never overwrites that to a later one', async () => {
  const { ask } = service();
  const id = 'mem_order';
  const earlier = await ask(id);
  const later = await ask(id);
  later.answer({ ...membership, id, valid: false, status: 'canceled' });
  await later.done;
  earlier.answer({ ...membership, id });
  await earlier.done;
  expect(await stored(id)).toMatchObject({ valid: false, status: 'canceled' });
});

test('a clock that was set back freezes nothing', async () => {
  const id = 'mem_clock';
  const first = await service(new Date('2026-11-22T12:00:00Z')).ask(id);
  first.answer({ ...membership, id });
  await first.done;
  const second = await service(new Date('2026-11-20T12:00:00Z')).ask(id);
  second.answer({ ...membership, id, valid: false, status: 'canceled' });
  await second.done;
  expect(await stored(id)).toMatchObject({ valid: false });
});

test('a membership that moves to another chat account has both accounts synced', async () => {
  const { ask, synced } = service();
  const id = 'mem_moves';
  const first = await ask(id);
  first.answer({ ...membership, id, chatUserId: 'ada' });
  await first.done;
  const second = await ask(id);
  second.answer({ ...membership, id, chatUserId: 'bea' });
  await second.done;
  expect(synced).toEqual(['ada', 'ada', 'bea']);
});

test('a membership that the service does not know changes nothing', async () => {
  const { ask, synced } = service();
  const asked = await ask('mem_unknown');
  asked.answer(undefined);
  await asked.done;
  expect(await stored('mem_unknown')).toBeNull();
  expect(synced).toEqual([]);
});
