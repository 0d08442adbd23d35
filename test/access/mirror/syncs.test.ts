import { expect, test } from 'vitest';
import type { Concern, RequestSync } from '../../../src/access/mirror/concerns.ts';
import { nextObservation } from '../../../src/access/mirror/mirror.ts';
import { refreshMembership } from '../../../src/access/mirror/refresh-membership.ts';
import { refreshMirror } from '../../../src/access/mirror/refresh-mirror.ts';
import { ADA, BEA, minutes, NOON, useMirror, wire } from '../support.ts';
import { hint, lookIn, update } from './look.ts';

const mirror = useMirror();
const { deps, prisma, question, receive, service, stored, synced } = mirror;
const look = lookIn(mirror);

test('a purchase in the name of an account that is not proven takes nothing beyond the limits of the breaker', async () => {
  const named = { ...wire, community_chat: { id: ADA, verified: false } };
  const trial = { ...named, payment_processor: 'card', status: 'trialing' };
  const requested: [string, Pick<Concern, 'urgency' | 'isGuarded'>][] = [];
  const requestSync: RequestSync = async (account, { urgency, isGuarded }) =>
    void requested.push([account, { urgency, isGuarded }]);
  const refresh = async (answer: object) => {
    service.holds.set('mem_1', answer);
    await receive(hint);
    await refreshMembership({ ...deps(), requestSync }, 'mem_1');
    return requested.splice(0);
  };
  const first = async (answer: object) => {
    await prisma().mirroredMembership.deleteMany();
    return refresh(answer);
  };
  const claimed = [ADA, { urgency: 'claimed', isGuarded: true }];
  expect(await first(wire)).toEqual([[ADA, { urgency: 'urgent', isGuarded: false }]]);
  expect(await first({ ...named, payment_processor: 'card' })).toEqual([
    [ADA, { urgency: 'urgent', isGuarded: true }],
  ]);
  expect(await first({ ...named, payment_processor: 'free' })).toEqual([claimed]);
  expect(await first(trial)).toEqual([claimed]);
  const moved = { ...trial, community_chat: { id: BEA, verified: true } };
  expect(await refresh(moved), 'a proof moves it to the account of its owner').toEqual([
    claimed,
    [BEA, { urgency: 'urgent', isGuarded: false }],
  ]);
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

test('a service that reports no payments: a trial counts as unpaid until a status follows that only a payment leads to', async () => {
  const trial = { ...wire, payment_processor: 'psp', status: 'trialing' };
  const free = async () => (await stored())?.free;
  await look(trial);
  expect(await free()).toBe(true);
  for (const status of ['past_due', 'canceled']) {
    await look({ ...trial, status, valid: status === 'past_due' }, NOON, update);
    expect([status, await free()]).toEqual([status, true]);
  }
  await look({ ...trial, status: 'active' }, NOON, update);
  expect(await free()).toBe(false);
  await look({ ...trial, status: 'canceled', valid: false }, NOON, update);
  expect(await free()).toBe(false);
});

test('a service that reports payments is believed, whatever the status', async () => {
  for (const paid of [false, true]) {
    await look({ ...wire, payment_processor: 'psp', paid }, NOON, update);
    expect(await stored()).toMatchObject({ free: !paid });
  }
});
