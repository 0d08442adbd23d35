import { expect, test } from 'vitest';
import { queueRefresh } from '../../../src/access/index.ts';
import { type RequestSync, refreshMembership } from '../../../src/access/mirror/refresh-membership.ts';
import { loadMemberships } from '../../../src/access/sync/derive.ts';
import { countsFor as counts } from '../../../src/access/sync/entitlements.ts';
import { ADA, BEA, ended, minutes, NOON, useMirror, wire } from '../support.ts';

const { asked, deps, prisma, question, receive, service, stored, synced, unworked } = useMirror();
const hint = { action: 'membership.went_valid', data: { id: 'mem_1' } };

const update = { action: 'membership.metadata_updated', data: { id: 'mem_1' } };

/** Something came in about the membership, and a worker looks at it at that moment. */
async function look(answer: object, now = NOON, event = answer === wire ? hint : update) {
  service.holds.set('mem_1', answer);
  await receive(event, now);
  await refreshMembership(deps(now), 'mem_1');
}

test('an event has its membership asked about, stored, and its account synced at once', async () => {
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

test('the answer to an earlier question never overwrites that to a later one', async () => {
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

test('a clock that was set back freezes nothing', async () => {
  await look(wire, minutes(60));
  await look(ended, minutes(-60));
  expect(await stored()).toMatchObject({ valid: false });
});

test('a burst of events about one membership asks once, and one that comes meanwhile is left for its own job', async () => {
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

test('an error leaves everything as it was, for the next try', async () => {
  await look(wire);
  service.holdsBack = [];
  await receive(hint);
  const failing = refreshMembership(deps(), 'mem_1');
  (await question())?.answer(500);
  await expect(failing).rejects.toMatchObject({ code: 'COMMERCE_UNAVAILABLE' });
  expect(await stored()).toMatchObject({ valid: true });
  expect(await unworked()).toBe(1);
});

test('a hint that says nothing new, or nothing about roles, has nobody synced', async () => {
  await look(wire);
  await look(wire, NOON, update);
  await look({ ...wire, renewal_period_end: 1_800_000_000 }, NOON, update);
  expect(await stored()).toMatchObject({ periodEndsAt: new Date(1_800_000_000_000) });
  expect(synced).toHaveLength(1);
});

test('a membership that moves to another chat account has both synced, and who gains goes first', async () => {
  await look(wire);
  await look({ ...wire, community_chat: { id: BEA } }, minutes(5));
  expect(synced.slice(1)).toEqual([
    [ADA, 'live'],
    [BEA, 'urgent'],
  ]);
  expect(await stored()).toMatchObject({ chatConnectedAt: minutes(5) });
});

test('whether the account is proven is kept until the account is spoken of again, and has it synced then', async () => {
  const typed = { id: ADA, verified: false };
  await look({ ...wire, community_chat: typed });
  expect(await stored()).toMatchObject({ chatUserId: ADA, chatProven: false });
  const { community_chat: _, ...silent } = wire;
  await look(silent, minutes(5));
  expect(await stored()).toMatchObject({ chatUserId: ADA, chatProven: false });
  expect(synced).toHaveLength(1);
  await look({ ...wire, community_chat: { ...typed, verified: true } }, minutes(10));
  // By its proof, so that it counts before what was linked until then.
  expect(await stored()).toMatchObject({ chatProven: true, chatConnectedAt: minutes(10) });
  expect(synced.slice(1)).toEqual([[ADA, 'live']]);
});

test('a plan that was changed is synced for the roles of the plan before too, though a list has shown it first', async () => {
  const { mirroredMembership, roleMapping, roleGrant } = prisma();
  await look(wire);
  const mapped = { guildId: '1', roleId: '11', condition: 'valid' } as const;
  await roleMapping.create({ data: { ...mapped, sourceId: 'plan_1' } });
  await roleMapping.create({ data: { ...mapped, roleId: '12', sourceId: 'plan_7' } });
  await roleGrant.create({ data: { guildId: '1', userId: ADA, roleId: '11', requestedAt: NOON } });
  await mirroredMembership.update({ where: { id: 'mem_1' }, data: { planId: 'plan_2' } });
  service.holds.set('mem_1', { ...wire, plan: { id: 'plan_2', mimic_plan_id: null } });
  await receive(hint);
  const concerned: (readonly string[])[] = [];
  const requestSync: RequestSync = async (_, { sources }) => void concerned.push(sources);
  await refreshMembership({ ...deps(), requestSync }, 'mem_1');
  expect(concerned.map((sources) => sources.toSorted())).toEqual([['plan_1', 'plan_2', 'prod_1']]);
  await roleGrant.deleteMany();
});

test('the account that the buyer linked is synced too', async () => {
  await prisma().accountLink.create({
    data: { commerceUserId: 'user_1', chatUserId: 'zoe', linkedAt: NOON },
  });
  await look({ ...wire, community_chat: null });
  expect(synced).toEqual([['zoe', 'urgent']]);
});

test('an account is connected since the purchase where the membership is first seen, so a later link counts', async () => {
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

test('the end is when it was first seen, and a return takes it back', async () => {
  await look(wire);
  await look(ended, minutes(5));
  await look(ended, minutes(10));
  expect(await stored()).toMatchObject({ endedAt: minutes(5) });
  await look(wire, minutes(15));
  expect(await stored()).toMatchObject({ endedAt: null, valid: true });
});

test('of one that is first seen after its end, only the service can say when that was', async () => {
  await look(ended);
  expect(await stored()).toMatchObject({ endedAt: null });
  await prisma().mirroredMembership.deleteMany();
  await look({ ...ended, expires_at: minutes(-90).toISOString() });
  expect(await stored()).toMatchObject({ endedAt: minutes(-90) });
});

test('a quick link knows the plan that it was copied from', async () => {
  await look({ ...wire, plan: { id: 'plan_2', mimic_plan_id: 'plan_1' } });
  expect(await stored()).toMatchObject({ planId: 'plan_2', sourcePlanId: 'plan_1' });
});

test('a membership that the service does not know changes nothing, known or not', async () => {
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

test('a purchase that the service does not find yet is asked about again, and is there a moment later', async () => {
  await receive(hint);
  const look = (now?: Date) => refreshMembership(deps(now), 'mem_1');
  await expect(look()).rejects.toMatchObject({ code: 'MEMBERSHIP_NOT_FOUND_YET' });
  expect(await unworked()).toBe(1);
  service.holds.set('mem_1', wire);
  await look(minutes(0.5));
  expect(synced).toEqual([[ADA, 'urgent']]);
  expect(await unworked()).toBe(0);
});

test('an end that the service does not find is not waited for', async () => {
  await receive({ action: 'membership.went_invalid', data: { id: 'mem_1' } });
  await refreshMembership(deps(), 'mem_1');
  expect(await unworked()).toBe(0);
});

test('of what is looked at again a purchase comes first, whichever event tells of it', async () => {
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

test('an answer that contradicts an event of this minute is asked for again, then believed', async () => {
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

test('of two events that contradict one another the answer decides at once', async () => {
  await receive({ action: 'membership.went_invalid', data: { id: 'mem_1' } });
  await look(wire);
  expect(synced).toEqual([[ADA, 'urgent']]);
});
