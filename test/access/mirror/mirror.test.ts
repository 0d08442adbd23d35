import { expect, test } from 'vitest';
import { queueRefresh } from '../../../src/access/index.ts';
import type { Concern, RequestSync } from '../../../src/access/mirror/concerns.ts';
import { nextObservation } from '../../../src/access/mirror/mirror.ts';
import { refreshMembership } from '../../../src/access/mirror/refresh-membership.ts';
import { refreshMirror } from '../../../src/access/mirror/refresh-mirror.ts';
import { loadMemberships } from '../../../src/access/sync/derive.ts';
import { countsFor as counts } from '../../../src/access/sync/entitlements.ts';
import { ADA, BEA, ended, minutes, NOON, useMirror, wire } from '../support.ts';

const { asked, deps, prisma, question, receive, service, stored, synced, unworked } = useMirror();
const hint = { action: 'membership.went_valid', data: { id: 'mem_1' } };

const update = { action: 'membership.metadata_updated', data: { id: 'mem_1' } };

/** Receives an event about the membership, then refreshes it at that time with this answer of the service. */
async function look(answer: object, now = NOON, event = answer === wire ? hint : update) {
  service.holds.set('mem_1', answer);
  await receive(event, now);
  await refreshMembership(deps(now), 'mem_1');
}

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

test('a purchase in the name of an account that is not proven takes nothing beyond the limits of the breaker', async () => {
  const named = { ...wire, community_chat: { id: ADA, verified: false } };
  const asked: Pick<Concern, 'urgency' | 'isGuarded'>[] = [];
  const requestSync: RequestSync = async (_, { urgency, isGuarded }) =>
    void asked.push({ urgency, isGuarded });
  for (const answer of [
    { ...named, payment_processor: 'free' },
    { ...named, payment_processor: 'card', status: 'trialing' },
    { ...named, payment_processor: 'card' },
    wire,
  ]) {
    await prisma().mirroredMembership.deleteMany();
    service.holds.set('mem_1', answer);
    await receive(hint);
    await refreshMembership({ ...deps(), requestSync }, 'mem_1');
  }
  expect(asked).toEqual([
    { urgency: 'claimed', isGuarded: true },
    { urgency: 'claimed', isGuarded: true },
    { urgency: 'urgent', isGuarded: true },
    { urgency: 'urgent', isGuarded: false },
  ]);
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

test('an event that changes nothing about roles syncs no member', async () => {
  await look(wire);
  await look(wire, NOON, update);
  await look({ ...wire, renewal_period_end: 1_800_000_000 }, NOON, update);
  expect(await stored()).toMatchObject({ periodEndsAt: new Date(1_800_000_000_000) });
  expect(synced).toHaveLength(1);
});

test('a membership that moves to another chat account syncs both, the gaining one first', async () => {
  await look(wire);
  await look({ ...wire, community_chat: { id: BEA } }, minutes(5));
  expect(synced.slice(1)).toEqual([
    [ADA, 'live'],
    [BEA, 'urgent'],
  ]);
  expect(await stored()).toMatchObject({ chatConnectedAt: minutes(5) });
});

test('an account that a free purchase only named comes last, also when the buyer connects another one', async () => {
  const free = { ...wire, payment_processor: 'free' };
  await look({ ...free, community_chat: { id: ADA, verified: false } });
  expect(synced).toEqual([[ADA, 'claimed']]);
  await look({ ...free, community_chat: { id: BEA, verified: true } }, minutes(5));
  expect(synced.slice(1)).toEqual([
    [ADA, 'claimed'],
    [BEA, 'urgent'],
  ]);
  await look({ ...free, community_chat: { id: ADA, verified: false } }, minutes(10));
  expect(synced.slice(3)).toEqual([
    [ADA, 'claimed'],
    [BEA, 'live'],
  ]);
});

test('the proof of an account stays as it was until the service mentions the account again, and a new proof causes a sync', async () => {
  const typed = { id: ADA, verified: false };
  await look({ ...wire, community_chat: typed });
  expect(await stored()).toMatchObject({ chatUserId: ADA, chatProven: false });
  const { community_chat: _, ...silent } = wire;
  await look(silent, minutes(5));
  expect(await stored()).toMatchObject({ chatUserId: ADA, chatProven: false });
  expect(synced).toHaveLength(1);
  await look({ ...wire, community_chat: { ...typed, verified: true } }, minutes(10));
  // The connection counts from its proof on, so it outranks an account linked before.
  expect(await stored()).toMatchObject({ chatProven: true, chatConnectedAt: minutes(10) });
  expect(synced.slice(1)).toEqual([[ADA, 'live']]);
});

test('a changed plan syncs the roles of both plans, and those of all plans if a list showed the change first', async () => {
  const concerned: Concern['sources'][] = [];
  const requestSync: RequestSync = async (_, { sources }) => void concerned.push(sources?.toSorted());
  const tell = async (now: Date) => {
    await receive(update, now);
    await refreshMembership({ ...deps(now), requestSync }, 'mem_1');
  };
  await look(wire);
  service.holds.set('mem_1', { ...wire, plan: { id: 'plan_2', mimic_plan_id: null } });
  await tell(minutes(5));
  expect(concerned).toEqual([['plan_1', 'plan_2', 'prod_1']]);
  service.holds.set('mem_1', { ...wire, plan: { id: 'plan_3', mimic_plan_id: null } });
  await refreshMirror(deps(minutes(10)));
  await tell(minutes(15));
  expect(concerned.slice(1)).toEqual([undefined]);
});

/** A membership of Ada whose buyer connects Bea's account, which a list of all memberships shows before its event. */
async function moveInList(now = minutes(5)) {
  await look(wire);
  synced.length = 0;
  service.holds.set('mem_1', { ...wire, community_chat: { id: BEA } });
  await refreshMirror(deps(now));
  expect(await stored()).toMatchObject({ chatUserId: BEA });
  expect(synced).toEqual([]);
}
const bothAccounts = [
  [ADA, 'live'],
  [BEA, 'urgent'],
];

test('a former account is synced by any event, though a list showed the change first, and only once', async () => {
  await moveInList();
  await refreshMirror(deps(minutes(20)));
  for (const minute of [21, 22]) {
    await receive(update, minutes(minute));
    await refreshMembership(deps(minutes(minute)), 'mem_1');
  }
  expect(synced).toEqual(bothAccounts);
});

test('a former account is synced even if the list was read after the event had asked, and written before', async () => {
  await look(wire);
  synced.length = 0;
  service.holdsBack = [];
  await receive(update, minutes(5));
  const refreshing = refreshMembership(deps(minutes(5)), 'mem_1');
  const asking = await question();
  service.holds.set('mem_1', { ...wire, community_chat: { id: BEA } });
  await refreshMirror(deps(minutes(5)));
  asking?.answer(200, wire);
  await refreshing;
  expect(await stored()).toMatchObject({ chatUserId: BEA });
  expect(synced).toEqual(bothAccounts);
});

test('a former account is synced though the service answers no questions, or no longer knows the membership', async () => {
  await moveInList();
  service.holds.clear();
  await receive({ action: 'membership.went_invalid', data: { id: 'mem_1' } }, minutes(6));
  await refreshMembership(deps(minutes(6)), 'mem_1');
  expect(synced).toEqual(bothAccounts);
  await moveInList(minutes(10));
  service.isAskable = false;
  await receive(update, minutes(11));
  await refreshMembership(deps(minutes(11)), 'mem_1');
  expect(synced).toEqual(bothAccounts);
});

test('a former account needs no sync by an event once the sweeps have compared it', async () => {
  await moveInList();
  const { number: sweptUpTo } = await nextObservation(deps());
  await refreshMirror(deps(minutes(20)), { sweptUpTo });
  await receive(update, minutes(21));
  await refreshMembership(deps(minutes(21)), 'mem_1');
  expect(synced).toEqual([]);
});

test('a membership remembers a bounded number of former accounts, the latest ones', async () => {
  await look(wire);
  const unsynced = Array.from({ length: 50 }, (_, n) => `4408325533901557${10 + n}`);
  await prisma().mirroredMembership.update({ where: { id: 'mem_1' }, data: { unsynced } });
  service.holds.set('mem_1', { ...wire, community_chat: { id: BEA } });
  await refreshMirror(deps(minutes(5)));
  expect((await stored())?.unsynced).toEqual([...unsynced.slice(2), ADA, BEA]);
});

test('the account that the buyer linked is synced too', async () => {
  await prisma().accountLink.create({
    data: { commerceUserId: 'user_1', chatUserId: 'zoe', linkedAt: NOON },
  });
  await look({ ...wire, community_chat: null });
  expect(synced).toEqual([['zoe', 'urgent']]);
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
    ...{ membershipId, name, isClaimed: false, trace: undefined },
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
