import { expect, test, vi } from 'vitest';
import { refreshMembership } from '../../src/access/refresh-membership.ts';
import { refreshMirror } from '../../src/access/refresh-mirror.ts';
import { ended, minutes, NOON, pageOf, useMirror, wire } from './support.ts';

const { asked, deps, prisma, receive, service, stored, synced } = useMirror();
const named = (id: string, change: object = {}) => ({ ...wire, id, ...change });
const holds = (...memberships: { id: string }[]) => {
  service.holds = new Map(memberships.map((membership) => [membership.id, membership]));
};
/** Whether the mirror holds each of these as valid. */
const validity = async (...ids: string[]) => Promise.all(ids.map(async (id) => (await stored(id))?.valid));

test('the whole list is in the mirror afterwards, and nobody is synced', async () => {
  holds(named('mem_1'), named('mem_2'), named('mem_3', { valid: false }));
  expect(await refreshMirror(deps())).toEqual({ listed: 2, asked: 0, gone: 0, skipped: 0 });
  holds(named('mem_1'), named('mem_2', { community_chat: { id: 'bea' } }));
  expect(await refreshMirror(deps(minutes(15)))).toEqual({ listed: 2, asked: 0, gone: 0, skipped: 0 });
  expect(await stored('mem_1')).toMatchObject({
    chatUserId: 'ada',
    chatConnectedAt: NOON,
    observedAt: minutes(15),
  });
  expect(await stored('mem_2')).toMatchObject({ chatUserId: 'bea', chatConnectedAt: minutes(15) });
  expect(synced).toEqual([]);
});

test('a purchase, or an end, that the list shows before its event is worked is synced by the event all the same', async () => {
  const tell = async (action: string, now: Date) => {
    await receive({ action, data: { id: 'mem_1' } }, now);
    await refreshMembership(deps(now), 'mem_1');
  };
  holds(named('mem_1'));
  await refreshMirror(deps());
  expect(synced).toEqual([]);
  await tell('membership.went_valid', minutes(1));
  expect(synced).toEqual([['ada', 'urgent']]);
  holds(ended);
  await refreshMirror(deps(minutes(15)));
  await tell('membership.went_invalid', minutes(16));
  expect(synced.slice(1)).toEqual([['ada', 'live']]);
});

test('what is not in the list any more is asked about by itself, and only what nobody knows is gone', async () => {
  holds(named('mem_1'), named('mem_2'), named('mem_3'), named('mem_4', { status: 'past_due' }));
  await refreshMirror(deps());
  const moved = named('mem_4', { status: 'past_due', valid: false });
  holds(named('mem_1'), { ...ended, id: 'mem_3' }, moved);
  service.list = (page) => ({ status: 200, body: pageOf(page, 1, [named('mem_1')]) });
  expect(await refreshMirror(deps(minutes(15)))).toEqual({ listed: 1, asked: 3, gone: 1, skipped: 0 });
  expect(await validity('mem_1', 'mem_2', 'mem_3', 'mem_4')).toEqual([true, false, false, false]);
});

test('what was past due is asked about again until it is not', async () => {
  holds(named('mem_1', { status: 'past_due' }));
  await refreshMirror(deps());
  holds(named('mem_1', { status: 'past_due', valid: false }));
  await refreshMirror(deps());
  holds(named('mem_1', { status: 'canceled', valid: false }));
  await refreshMirror(deps());
  expect(await stored()).toMatchObject({ status: 'canceled', valid: false });
  expect(await refreshMirror(deps())).toMatchObject({ asked: 0 });
});

test('where a late payment gives a role, who pays late is listed too, by a service that can', async () => {
  const late = named('mem_1', { status: 'past_due', valid: false });
  holds(late, { ...ended, id: 'mem_2' });
  expect(await refreshMirror(deps())).toMatchObject({ listed: 0 });
  const mapping = { guildId: '1', roleId: '2', sourceId: 'plan_1', condition: 'past_due' } as const;
  await prisma().roleMapping.create({ data: mapping });
  service.knowsStatus = false;
  expect(await refreshMirror(deps())).toMatchObject({ listed: 0 });
  service.knowsStatus = true;
  expect(await refreshMirror(deps())).toMatchObject({ listed: 1 });
  expect(await stored('mem_1')).toMatchObject({ status: 'past_due' });
  expect(await stored('mem_2')).toBeNull();
});

test('an odd membership stops none of the others, and is never taken for gone', async () => {
  holds(named('mem_1'), named('mem_5'));
  await refreshMirror(deps());
  holds(
    named('mem_1', { plan: 'plan_\0' }),
    named('mem_2', { community_chat: { id: 'x'.repeat(12_000) } }),
    named('mem_3', { status: `act\0ive${'!'.repeat(300)}` }),
    named('mem_4', { user: 'user_'.repeat(3_000) }),
    named('mem_5', { community_chat: { id: 'bea' } }),
  );
  expect(await refreshMirror(deps(minutes(15)))).toEqual({ listed: 3, asked: 1, gone: 0, skipped: 3 });
  expect(await stored('mem_1')).toMatchObject({ valid: true, planId: 'plan_1' });
  expect(await stored('mem_2')).toMatchObject({ valid: true, chatUserId: null });
  expect(await stored('mem_3')).toMatchObject({ status: `active${'!'.repeat(94)}` });
  expect(await stored('mem_4')).toBeNull();
  expect(await stored('mem_5')).toMatchObject({ chatUserId: 'bea' });
});

test('a service that does not find what it has just listed is not believed', async () => {
  holds(named('mem_1'), named('mem_2'));
  await refreshMirror(deps());
  holds();
  service.list = (page) => ({ status: 200, body: pageOf(page, 1, [named('mem_1')]) });
  await expect(refreshMirror(deps())).rejects.toMatchObject({ code: 'COMMERCE_UNAVAILABLE' });
  expect(await validity('mem_1', 'mem_2')).toEqual([true, true]);
});

test('nothing is concluded from half a list', async () => {
  holds(named('mem_1'), named('mem_2'), named('mem_3'));
  await refreshMirror(deps());
  holds();
  service.list = (page) =>
    page === 1 ? { status: 200, body: pageOf(1, 2, [named('mem_1')]) } : { status: 403 };
  await expect(refreshMirror(deps())).rejects.toMatchObject({ code: 'COMMERCE_FORBIDDEN' });
  expect(await validity('mem_1', 'mem_2', 'mem_3')).toEqual([true, true, true]);
});

test('what was seen while a page was on its way is newer than that page', async () => {
  holds(named('mem_1'));
  await refreshMirror(deps());
  asked.length = 0;
  const arrived = Promise.withResolvers<void>();
  const old = { status: 200, body: pageOf(1, 1, [named('mem_1'), named('mem_2')]) };
  service.list = () => arrived.promise.then(() => old);
  const client = deps();
  const sweeping = refreshMirror({
    ...client,
    commerce: { ...client.commerce, canBeAsked: async () => true },
  });
  await vi.waitUntil(() => asked.some((path) => path.includes('&page=1')));
  holds(named('mem_1', { valid: false, status: 'canceled' }));
  await receive({ action: 'membership.went_invalid', data: { id: 'mem_1' } });
  await refreshMembership(deps(), 'mem_1');
  arrived.resolve();
  await sweeping;
  expect(await validity('mem_1', 'mem_2')).toEqual([false, true]);
});

test('a service that can not be asked is left alone, and so is the mirror', async () => {
  holds(named('mem_1'));
  await refreshMirror(deps());
  asked.length = 0;
  service.isAskable = false;
  expect(await refreshMirror(deps())).toBe('unaskable');
  expect(await validity('mem_1')).toEqual([true]);
  expect(asked).toEqual(['/memberships?per=1']);
});
