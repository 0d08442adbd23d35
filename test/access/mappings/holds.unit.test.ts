import fc from 'fast-check';
import { expect, test } from 'vitest';
import { losesHold } from '../../../src/access/mappings/holds.ts';
import { adding, removing } from '../../../src/access/mappings/mappings.ts';
import type { Mapping, MemberState, MembershipState } from '../../../src/access/state.ts';
import { decide } from '../../../src/access/sync/decide.ts';
import { active, MEMBER, NOW, stateOf, supporter } from '../states.ts';

const OTHER = '100000000000000002';
const DAY = 86_400_000;
const IDS = ['mem_1', 'mem_2', 'mem_3'] as const;
const PLANS = ['plan_a', 'plan_b', 'plan_c'];
const ROLES = ['supporter', 'guest'];

const daysAgo = fc.integer({ min: 0, max: 9 }).map((days) => new Date(NOW.getTime() - days * DAY));
const account = fc.record({ userId: fc.constantFrom(MEMBER, OTHER), since: daysAgo });
const terms = fc.record({ sourceId: fc.constantFrom(...PLANS), graceDays: fc.constantFrom(0, 5, 20) });

const mapping: fc.Arbitrary<Mapping> = fc
  .record({
    roleId: fc.constantFrom(...ROLES),
    condition: fc.constantFrom('valid', 'valid', 'past_due'),
    atEnd: fc.constantFrom('kick', 'kick', 'remove', 'keep'),
    terms,
  })
  .map(({ terms: { sourceId, graceDays }, ...rest }) => ({ ...supporter, ...rest, sourceId, graceDays }));

const membership = (id: string): fc.Arbitrary<MembershipState> =>
  fc
    .record({
      planId: fc.constantFrom(...PLANS),
      status: fc.constantFrom('active', 'active', 'past_due', 'canceled'),
      buyerVerified: fc.constantFrom(true, true, false),
      endedAt: daysAgo,
      connected: fc.option(account.chain((tie) => fc.boolean().map((isProven) => ({ ...tie, isProven })))),
      linked: fc.option(account),
    })
    .map(({ endedAt, ...rest }) => {
      const valid = rest.status === 'active';
      return { ...active, ...rest, id, valid, endedAt: valid ? null : endedAt };
    });

const state = fc
  .record({
    mappings: fc.array(mapping, { minLength: 1, maxLength: 4 }),
    memberships: fc.tuple(...IDS.map(membership)),
    granted: fc.subarray(ROLES),
    unproven: fc.subarray(ROLES, { maxLength: 1 }),
    owesRemoval: fc.constantFrom(false, false, true),
  })
  .map(({ mappings, ...rest }) =>
    stateOf({ ...rest, mappings: mappings.reduce<readonly Mapping[]>((all, one) => adding(one)(all), []) }),
  );

type Change = (state: MemberState) => MemberState;

const terminating =
  (id: string): Change =>
  (before) => ({
    ...before,
    memberships: before.memberships.map((one) =>
      one.id === id ? { ...one, status: 'canceled', valid: false, endedAt: one.endedAt ?? NOW } : one,
    ),
  });

const unlinking =
  (userId: string): Change =>
  (before) => ({
    ...before,
    memberships: before.memberships.map((one) =>
      one.linked?.userId === userId ? { ...one, linked: null } : one,
    ),
  });

const unmapping =
  (one: Mapping): Change =>
  (before) => ({ ...before, mappings: removing(one)(before.mappings) });

/** Sets other terms. A mapping that kicks needs the permission anyway. */
const mappingTo =
  (one: Mapping): Change =>
  (before) => ({ ...before, mappings: adding(one)(before.mappings) });

const order: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom(...IDS).map(terminating),
  fc.constantFrom(MEMBER, OTHER).map(unlinking),
  mapping.map(unmapping),
  mapping.filter(({ atEnd }) => atEnd !== 'kick').map(mappingTo),
);

test('orders for which nobody needs Kick Members remove no member, however many come at once and whatever else ends meanwhile', () => {
  let removals = 0;
  fc.assert(
    fc.property(
      state,
      fc.array(order, { minLength: 1, maxLength: 3 }),
      fc.subarray([...IDS]),
      (before, orders, ended) => {
        const meanwhile = ended.map(terminating).reduce((now, end) => end(now), before);
        fc.pre(decide(meanwhile).kick === null);
        const all = orders.reduce((now, give) => give(now), meanwhile);
        if (decide(all).kick !== null) removals += 1;
        const harmless = orders.filter((give) => !losesHold(before, give(before)));
        const after = harmless.reduce((now, give) => give(now), meanwhile);
        expect(decide(after).kick).toBeNull();
      },
    ),
    { seed: 20261121, numRuns: 10_000 },
  );
  // Otherwise the property would prove nothing.
  expect(removals).toBeGreaterThan(50);
});

test('a role that a sync may be giving at this moment counts as given', () => {
  const kicks: Mapping = { ...supporter, sourceId: 'plan_b', atEnd: 'kick' };
  const over = { ...active, id: 'mem_2', planId: 'plan_b', status: 'canceled', valid: false, endedAt: NOW };
  const before = stateOf({ mappings: [supporter, kicks], memberships: [active, over] });
  expect(before.granted).toEqual([]);
  expect(losesHold(before, terminating(active.id)(before))).toBe(true);
  expect(losesHold(before, terminating(over.id)(before))).toBe(false);
});
