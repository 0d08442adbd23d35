import { expect, test } from 'vitest';
import { refreshMembership } from '../../../src/access/mirror/refresh-membership.ts';
import { refreshMirror } from '../../../src/access/mirror/refresh-mirror.ts';
import { waitUntil } from '../../support/wait.ts';
import { ADA, BEA, ended, minutes, NOON, named, pageOf, useMirror } from '../support.ts';

const { asked, deps, holds, prisma, receive, service, stored, synced, validity } = useMirror();

test('a refresh stores the whole list and syncs no member', async () => {
  holds(named('mem_1'), named('mem_2'), named('mem_3', { valid: false }));
  expect(await refreshMirror(deps())).toEqual({ listed: 2, asked: 0, missing: 0, gone: 0, skipped: 0 });
  holds(named('mem_1'), named('mem_2', { community_chat: { id: BEA } }));
  expect(await refreshMirror(deps(minutes(15)))).toEqual({
    listed: 2,
    asked: 0,
    missing: 0,
    gone: 0,
    skipped: 0,
  });
  expect(await stored('mem_1')).toMatchObject({
    chatUserId: ADA,
    chatConnectedAt: NOON,
    observedAt: minutes(15),
  });
  expect(await stored('mem_2')).toMatchObject({ chatUserId: BEA, chatConnectedAt: minutes(15) });
  expect(synced).toEqual([]);
});

test('a purchase or an end that the list shows first is still synced by its event', async () => {
  const tell = async (action: string, now: Date) => {
    await receive({ action, data: { id: 'mem_1' } }, now);
    await refreshMembership(deps(now), 'mem_1');
  };
  holds(named('mem_1'));
  await refreshMirror(deps());
  expect(synced).toEqual([]);
  await tell('membership.went_valid', minutes(1));
  expect(synced).toEqual([[ADA, 'urgent']]);
  holds(ended);
  await refreshMirror(deps(minutes(15)));
  await tell('membership.went_invalid', minutes(16));
  expect(synced.slice(1)).toEqual([[ADA, 'live']]);
});

test('a membership missing from the list is read by itself, and only one that stays unknown is gone', async () => {
  holds(named('mem_1'), named('mem_2'), named('mem_3'), named('mem_4', { status: 'past_due' }));
  await refreshMirror(deps());
  const moved = named('mem_4', { status: 'past_due', valid: false });
  holds(named('mem_1'), { ...ended, id: 'mem_3' }, moved);
  service.list = (page) => ({ status: 200, body: pageOf(page, 1, [named('mem_1')]) });
  expect(await refreshMirror(deps(minutes(15)))).toEqual({
    listed: 1,
    asked: 3,
    missing: 1,
    gone: 0,
    skipped: 0,
  });
  expect(await validity('mem_1', 'mem_2', 'mem_3', 'mem_4')).toEqual([true, true, false, false]);
  expect(await refreshMirror(deps(minutes(24))), 'another look too soon').toMatchObject({ missing: 1 });
  expect(await refreshMirror(deps(minutes(30)))).toMatchObject({ missing: 0, gone: 1 });
  expect(await validity('mem_1', 'mem_2')).toEqual([true, false]);
  expect(await stored('mem_2')).toMatchObject({ status: 'gone', endedAt: minutes(30) });
});

test('one wrong answer takes nothing, and a membership found on the next read was never missing', async () => {
  holds(named('mem_1'), named('mem_2'));
  await refreshMirror(deps());
  holds(named('mem_1'));
  expect(await refreshMirror(deps(minutes(15)))).toMatchObject({ missing: 1 });
  holds(named('mem_1'), named('mem_2'));
  await refreshMirror(deps(minutes(30)));
  expect(await stored('mem_2')).toMatchObject({ valid: true, startedAt: NOON, doubtedSince: null });
  holds(named('mem_1'));
  expect(await refreshMirror(deps(minutes(45))), 'counted from the beginning').toMatchObject({ missing: 1 });
  expect(await validity('mem_2')).toEqual([true]);
});

/** Stores two memberships. The service then returns only the first for half an hour, so the second counts as gone. */
async function forget() {
  holds(named('mem_1'), named('mem_2'));
  await refreshMirror(deps());
  holds(named('mem_1'));
  for (const minute of [15, 30]) await refreshMirror(deps(minutes(minute)));
  expect(await stored('mem_2')).toMatchObject({ valid: false, status: 'gone' });
  asked.length = 0;
}

const isBack = { valid: true, status: 'active', endedAt: null, missingSince: null };

test('a gone membership returns with the list', async () => {
  await forget();
  holds(named('mem_1'), named('mem_2'));
  await refreshMirror(deps(minutes(45)));
  expect(await stored('mem_2')).toMatchObject({ ...isBack, startedAt: minutes(45) });
});

test('a gone membership is read again and returns although no list shows it', async () => {
  await forget();
  expect(await refreshMirror(deps(minutes(45)))).toMatchObject({ asked: 1, missing: 0, gone: 0 });
  expect(await stored('mem_2')).toMatchObject({ valid: false, status: 'gone', endedAt: minutes(30) });
  service.list = (page) => ({ status: 200, body: pageOf(page, 1, [named('mem_1')]) });
  holds(named('mem_1'), named('mem_2'));
  expect(await refreshMirror(deps(minutes(60)))).toMatchObject({ listed: 1, asked: 1 });
  expect(await stored('mem_2')).toMatchObject(isBack);
});

test('each sweep reads some of many gone memberships, and all get their turn', async () => {
  await forget();
  const gone = await prisma().mirroredMembership.findUniqueOrThrow({ where: { id: 'mem_2' } });
  const others = Array.from({ length: 29 }, (_, n) => ({ ...gone, id: `mem_gone_${n}` }));
  await prisma().mirroredMembership.createMany({ data: others });
  for (const { id } of others) service.holds.set(id, { id });
  for (const minute of [45, 60]) await refreshMirror(deps(minutes(minute)));
  const again = asked.filter((path) => /_gone_|mem_2/.test(path));
  expect(again).toHaveLength(40);
  expect(new Set(again).size).toBe(30);
});

test.each([true, false])(
  'a gone membership returns with an event, which syncs its account (service answers: %s)',
  async (isAskable) => {
    await forget();
    holds(named('mem_1'), named('mem_2'));
    service.isAskable = isAskable;
    const data = { id: 'mem_2', status: 'active', valid: true };
    await receive({ action: 'membership.went_valid', data }, minutes(40));
    await refreshMembership(deps(minutes(40)), 'mem_2');
    expect(await stored('mem_2')).toMatchObject(isBack);
    expect(synced).toEqual([[ADA, 'urgent']]);
  },
);

test('an event clears the doubt about a missing membership that the service now finds', async () => {
  holds(named('mem_1'), named('mem_2'));
  await refreshMirror(deps());
  holds(named('mem_1'));
  await refreshMirror(deps(minutes(15)));
  holds(named('mem_1'), named('mem_2'));
  await receive({ action: 'membership.metadata_updated', data: { id: 'mem_2' } }, minutes(20));
  await refreshMembership(deps(minutes(20)), 'mem_2');
  expect(await stored('mem_2')).toMatchObject({ valid: true, missingSince: null });
});

test('a late payer does not count as missing when the service shows nothing at all', async () => {
  const late = { status: 'past_due', valid: false };
  holds(named('mem_1', late), named('mem_2'));
  await refreshMirror(deps());
  await receive({ action: 'membership.went_invalid', data: { id: 'mem_1' } });
  await refreshMembership(deps(), 'mem_1');
  holds();
  await prisma().mirroredMembership.delete({ where: { id: 'mem_2' } });
  const past = { listed: 0, asked: 1, missing: 0, gone: 0, skipped: 1 };
  for (const minute of [15, 30]) expect(await refreshMirror(deps(minutes(minute)))).toEqual(past);
  expect(await stored()).toMatchObject({
    status: 'past_due',
    missingSince: null,
    unreadableSince: minutes(15),
  });
  holds(named('mem_1', late));
  await refreshMirror(deps(minutes(45)));
  expect(await stored()).toMatchObject({ unreadableSince: null });
  holds();
  expect(await refreshMirror(deps(minutes(60)), { isTrusted: true })).toMatchObject({ missing: 1 });
});

test('a membership with unreadable answers stays unchanged, and its first good answer clears the noted time', async () => {
  holds(named('mem_1'), named('mem_2'), named('mem_3'));
  await refreshMirror(deps());
  holds(named('mem_1'), named('mem_2'));
  service.holds.set('mem_3', { id: 'mem_3' });
  for (const minute of [15, 30])
    expect(await refreshMirror(deps(minutes(minute)))).toMatchObject({ skipped: 1 });
  expect(await stored('mem_3')).toMatchObject({ valid: true, unreadableSince: minutes(15) });
  holds(named('mem_1'), named('mem_2'), named('mem_3'));
  await refreshMirror(deps(minutes(45)));
  expect(await stored('mem_3')).toMatchObject({ valid: true, unreadableSince: null });
});

test('a past_due membership is read again until its status changes', async () => {
  holds(named('mem_1', { status: 'past_due' }));
  await refreshMirror(deps());
  holds(named('mem_1', { status: 'past_due', valid: false }));
  await refreshMirror(deps());
  holds(named('mem_1', { status: 'canceled', valid: false }));
  await refreshMirror(deps());
  expect(await stored()).toMatchObject({ status: 'canceled', valid: false });
  expect(await refreshMirror(deps())).toMatchObject({ asked: 0 });
});

test('late payers are listed too when a mapping needs them and the service can filter by status', async () => {
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

test('late payments that are known are read as a list, not one by one', async () => {
  const late = { status: 'past_due', valid: false };
  const ids = Array.from({ length: 20 }, (_, n) => `mem_${n}`);
  const others = ids.map((id) => named(`${id}_valid`));
  holds(...others, ...ids.map((id) => named(id)));
  await refreshMirror(deps());
  holds(...others, ...ids.map((id) => named(id, late)));
  expect(await refreshMirror(deps())).toMatchObject({ listed: 20, asked: 20 });
  expect(await refreshMirror(deps())).toMatchObject({ listed: 40, asked: 0 });
});

test('an odd membership stops no other and never counts as gone', async () => {
  holds(named('mem_1'), named('mem_5'));
  await refreshMirror(deps());
  holds(
    named('mem_1', { plan: 'plan_\0' }),
    named('mem_2', { community_chat: { id: 'x'.repeat(12_000) } }),
    named('mem_3', { status: `act\0ive${'!'.repeat(300)}` }),
    named('mem_4', { user: 'user_'.repeat(3_000) }),
    named('mem_5', { community_chat: { id: BEA } }),
  );
  expect(await refreshMirror(deps(minutes(15)))).toEqual({
    listed: 3,
    asked: 1,
    missing: 0,
    gone: 0,
    skipped: 3,
  });
  expect(await stored('mem_1')).toMatchObject({ valid: true, planId: 'plan_1' });
  expect(await stored('mem_2')).toMatchObject({ valid: true, chatUserId: null });
  expect(await stored('mem_3')).toMatchObject({ status: `active${'!'.repeat(94)}` });
  expect(await stored('mem_4')).toBeNull();
  expect(await stored('mem_5')).toMatchObject({ chatUserId: BEA });
});

test('a service that does not find a membership it has just listed is not believed', async () => {
  holds(named('mem_1'), named('mem_2'));
  await refreshMirror(deps());
  holds();
  service.list = (page) => ({ status: 200, body: pageOf(page, 1, [named('mem_1')]) });
  await expect(refreshMirror(deps(minutes(15)))).rejects.toMatchObject({ code: 'COMMERCE_CONTRADICTORY' });
  expect(await validity('mem_1', 'mem_2')).toEqual([true, true]);
});

test('a recent purchase that the service does not find yet does not count as gone', async () => {
  holds(named('mem_1'), named('mem_2'));
  await refreshMirror(deps());
  holds(named('mem_1'));
  for (const minute of [1, 10])
    expect(await refreshMirror(deps(minutes(minute)))).toMatchObject({ listed: 1, missing: 1, gone: 0 });
  expect(await validity('mem_2')).toEqual([true]);
  expect(await refreshMirror(deps(minutes(15)))).toMatchObject({ gone: 1 });
});

test('a partial list leads to no conclusion', async () => {
  holds(named('mem_1'), named('mem_2'), named('mem_3'));
  await refreshMirror(deps());
  holds();
  service.list = (page) =>
    page === 1 ? { status: 200, body: pageOf(1, 2, [named('mem_1')]) } : { status: 403 };
  await expect(refreshMirror(deps())).rejects.toMatchObject({ code: 'COMMERCE_FORBIDDEN' });
  expect(await validity('mem_1', 'mem_2', 'mem_3')).toEqual([true, true, true]);
});

test('a change seen while a page was loading is newer than the page', async () => {
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
  await waitUntil(() => asked.some((path) => path.includes('&page=1')));
  holds(named('mem_1', { valid: false, status: 'canceled' }));
  await receive({ action: 'membership.went_invalid', data: { id: 'mem_1' } });
  await refreshMembership(deps(), 'mem_1');
  arrived.resolve();
  await sweeping;
  expect(await validity('mem_1', 'mem_2')).toEqual([false, true]);
});

test('a service that cannot be asked is left alone, and the mirror stays unchanged', async () => {
  holds(named('mem_1'));
  await refreshMirror(deps());
  asked.length = 0;
  service.isAskable = false;
  expect(await refreshMirror(deps())).toBe('unaskable');
  expect(await validity('mem_1')).toEqual([true]);
  expect(asked).toEqual(['/memberships?per=1']);
});
