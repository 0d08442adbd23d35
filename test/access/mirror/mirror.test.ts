import { expect, test } from 'vitest';
import { queueRefresh } from '../../../src/access/index.ts';
import { refreshMembership } from '../../../src/access/mirror/refresh-membership.ts';
import { loadMemberships } from '../../../src/access/sync/derive.ts';
import { countsFor as counts } from '../../../src/access/sync/entitlements.ts';
import { ADA, BEA, ended, minutes, NOON, useMirror, wire } from '../support.ts';
import { hint, lookIn, update } from './look.ts';

const mirror = useMirror();
const { asked, deps, prisma, question, receive, service, stored, synced, unworked } = mirror;
const look = lookIn(mirror);

test('an event causes a read of the membership, stores the answer and syncs its account at once', async () => {
  await look(wire);
  expect(await stored()).toMatchObject({
    valid: true,
    planId: 'plan_1',
    chatUserId: ADA,
    observedAt: NOON,
    chatConnectedAt: NOON,
    endedAt: null,
  });
  expect(synced).toEqual([[ADA, 'urgent']]);
  expect(await unworked()).toBe(0);
});

test('the answer to an earlier read never overwrites the answer to a later one', async () => {
  service.holdsBack = [];
  await receive(update);
  const first = refreshMembership(deps(), 'mem_1');
  const earlier = await question();
  const second = refreshMembership(deps(), 'mem_1');
  const later = await question();
  later?.answer(200, ended);
  await second;
  earlier?.answer(200, wire);
  await first;
  expect(await stored()).toMatchObject({ valid: false, status: 'canceled' });
  expect(synced).toEqual([[ADA, 'live']]);
});

test('a clock that was set back does not block updates', async () => {
  await look(wire, minutes(60));
  await look(ended, minutes(-60));
  expect(await stored()).toMatchObject({ valid: false });
});

test('a burst of events about one membership causes one read, and an event during the read waits for its own job', async () => {
  service.holdsBack = [];
  for (let n = 0; n < 5; n++) await receive(hint);
  const first = refreshMembership(deps(), 'mem_1');
  const asking = await question();
  await receive(hint);
  asking?.answer(200, wire);
  await first;
  expect(await unworked()).toBe(1);
  service.holdsBack = undefined;
  service.holds.set('mem_1', wire);
  for (let job = 0; job < 5; job++) await refreshMembership(deps(), 'mem_1');
  expect(asked).toHaveLength(2);
});

test('a failed read changes nothing and leaves the event for the next try', async () => {
  await look(wire);
  service.holdsBack = [];
  await receive(hint);
  const failing = refreshMembership(deps(), 'mem_1');
  (await question())?.answer(500);
  await expect(failing).rejects.toMatchObject({ code: 'COMMERCE_UNAVAILABLE' });
  expect(await stored()).toMatchObject({ valid: true });
  expect(await unworked()).toBe(1);
});

test('a connection dates from the purchase when the membership is first seen, so a later link outranks it', async () => {
  await prisma().accountLink.create({
    data: { commerceUserId: 'user_1', chatUserId: 'zoe', linkedAt: minutes(-60) },
  });
  await look({ ...wire, created_at: minutes(-120).toISOString() });
  expect(await stored()).toMatchObject({ chatConnectedAt: minutes(-120) });
  const memberships = await loadMemberships(prisma(), [ADA, 'zoe']);
  const countsFor = (userId: string) => memberships(userId).some((one) => counts(one, userId));
  expect([countsFor(ADA), countsFor('zoe')]).toEqual([false, true]);
  await look({ ...wire, community_chat: { id: BEA }, created_at: minutes(-120).toISOString() }, minutes(5));
  expect(await stored()).toMatchObject({ chatConnectedAt: minutes(5) });
});

test('the end dates from when it was first seen, and a return clears it', async () => {
  await look(wire);
  await look(ended, minutes(5));
  await look(ended, minutes(10));
  expect(await stored()).toMatchObject({ endedAt: minutes(5) });
  await look(wire, minutes(15));
  expect(await stored()).toMatchObject({ endedAt: null, valid: true });
});

test('a membership first seen after its end has an end date only if the service reports one', async () => {
  await look(ended);
  expect(await stored()).toMatchObject({ endedAt: null });
  await prisma().mirroredMembership.deleteMany();
  await look({ ...ended, expires_at: minutes(-90).toISOString() });
  expect(await stored()).toMatchObject({ endedAt: minutes(-90) });
});

test('a quick link stores the plan it was copied from', async () => {
  await look({ ...wire, plan: { id: 'plan_2', mimic_plan_id: 'plan_1' } });
  expect(await stored()).toMatchObject({ planId: 'plan_2', sourcePlanId: 'plan_1' });
});

test('a membership unknown to the service changes nothing, whether it is stored or not', async () => {
  await receive(hint);
  await refreshMembership(deps(minutes(2)), 'mem_1');
  expect(await stored()).toBeNull();
  await look(wire);
  service.holds.clear();
  await receive(hint);
  await refreshMembership(deps(minutes(2)), 'mem_1');
  expect(await stored()).toMatchObject({ valid: true });
  expect(await unworked()).toBe(0);
});

test('a purchase that the service does not find yet is read again a moment later', async () => {
  await receive(hint);
  const look = (now?: Date) => refreshMembership(deps(now), 'mem_1');
  await expect(look()).rejects.toMatchObject({ code: 'MEMBERSHIP_NOT_FOUND_YET' });
  expect(await unworked()).toBe(1);
  service.holds.set('mem_1', wire);
  await look(minutes(0.5));
  expect(synced).toEqual([[ADA, 'urgent']]);
  expect(await unworked()).toBe(0);
});

test('an end that the service does not find is not read again', async () => {
  await receive({ action: 'membership.went_invalid', data: { id: 'mem_1' } });
  await refreshMembership(deps(), 'mem_1');
  expect(await unworked()).toBe(0);
});

test('queueRefresh queues purchases first, whichever event reports them', async () => {
  const order: unknown[] = [];
  const look = queueRefresh(async (_, jobs) => void order.push(...jobs.map(({ data }) => data)), {
    now: () => NOON,
  });
  const hint = (membershipId: string, name: string) => ({
    membershipId,
    name,
    isClaimed: false,
    trace: undefined,
  });
  const hints = [
    hint('mem_1', 'membership_metadata_updated'),
    hint('mem_2', 'app_membership_went_invalid'),
    hint('mem_3', 'app_membership_went_valid'),
    hint('mem_4', 'membership_went_valid'),
  ];
  await prisma().$transaction((transaction) => look(hints, transaction));
  expect(order).toEqual(['mem_3', 'mem_4', 'mem_1', 'mem_2'].map((membershipId) => ({ membershipId })));
});

test('an answer that contradicts an event of the last minute is asked for again, then believed', async () => {
  const look = (now: Date) => refreshMembership(deps(now), 'mem_1');
  service.holds.set('mem_1', ended);
  await receive(hint);
  await expect(look(NOON)).rejects.toMatchObject({ code: 'MEMBERSHIP_NOT_SETTLED_YET' });
  service.holds.set('mem_1', wire);
  await look(minutes(0.1));
  expect(synced).toEqual([[ADA, 'urgent']]);
  await receive({ action: 'membership.went_invalid', data: { id: 'mem_1' } }, minutes(5));
  await expect(look(minutes(5.5))).rejects.toMatchObject({ code: 'MEMBERSHIP_NOT_SETTLED_YET' });
  expect(await unworked()).toBe(1);
  await look(minutes(6));
  expect(await stored()).toMatchObject({ valid: true });
  expect(await unworked()).toBe(0);
});

test('the answer decides at once between two contradicting events', async () => {
  await receive({ action: 'membership.went_invalid', data: { id: 'mem_1' } });
  await look(wire);
  expect(synced).toEqual([[ADA, 'urgent']]);
});
