import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide } from '../../../src/access/sync/decide.ts';
import {
  actions,
  active,
  ended,
  MEMBER,
  NOW,
  somebodyElse,
  stateOf,
  supporter,
  typed,
  words,
} from '../states.ts';

describe('an account that the buyer only typed', () => {
  const over = { ...typed, valid: false, status: 'canceled', endedAt: NOW };
  const mappings = [{ ...supporter, atEnd: 'kick' as const }];
  const had = { granted: ['supporter'], roles: ['supporter'] };

  test('gets the role, with a note that the account is not proven', () => {
    expect(actions({ memberships: [typed] })).toEqual({ supporter: 'grant' });
    expect(words({ memberships: [typed] })).toEqual([
      'Membership mem_typed is active. Nothing proves that this account belongs to the buyer of mem_typed. The buyer can prove it with /link.',
    ]);
    const [roleDecision] = decide(stateOf({ memberships: [typed] })).roleDecisions;
    expect(roleDecision).toMatchObject({ isPaid: true, isProven: false });
  });

  test('loses the role at the end and stays in the server', () => {
    const decision = decide(stateOf({ memberships: [over], mappings, ...had, unproven: ['supporter'] }));
    expect(decision).toMatchObject({ roleDecisions: [{ action: 'revoke' }], kick: null });
  });

  test('stays in the server even if the role was once proven to be theirs', () => {
    expect(decide(stateOf({ memberships: [over], mappings, ...had })).kick).toBeNull();
  });

  test('is not removed for an earlier end when only the typed purchase let them in', () => {
    const given = { memberships: [ended(), over], mappings, ...had };
    expect(decide(stateOf(given)).kick).not.toBeNull();
    expect(decide(stateOf({ ...given, unproven: ['supporter'] })).kick).toBeNull();
  });

  test('yields to the linked account, even if typed later', () => {
    const linked = { userId: MEMBER, since: new Date('2026-11-01') };
    const connected = { ...somebodyElse('2026-11-10'), isProven: false };
    expect(actions({ memberships: [{ ...active, connected, linked }] })).toEqual({ supporter: 'grant' });
    const memberships = [{ ...typed, linked: somebodyElse('2026-10-01') }];
    expect(actions({ memberships })).toEqual({ supporter: 'leave' });
  });

  test('is proven by a link to it', () => {
    const memberships = [{ ...typed, linked: { userId: MEMBER, since: NOW } }];
    expect(words({ memberships })).toEqual(['Membership mem_typed is active and linked to this account.']);
  });
});

test('a purchase with a typed id never costs more than it gave and never prevents a grant, for any state', () => {
  const roles = ['r1', 'r2', 'r3'];
  const role = fc.constantFrom(...roles);
  const mapping = fc.record({
    roleId: role,
    sourceId: fc.constantFrom('plan_a', 'plan_b'),
    condition: fc.constantFrom('valid', 'past_due'),
    atEnd: fc.constantFrom('remove', 'keep', 'kick'),
    graceDays: fc.constantFrom(0, 3),
    orphans: fc.constantFrom('keep', 'strip'),
    waitForScreening: fc.boolean(),
  });
  const tie = fc.option(
    fc.constantFrom(
      { userId: MEMBER, since: new Date('2026-11-01'), isProven: true },
      { userId: MEMBER, since: new Date('2026-11-10'), isProven: false },
      { ...somebodyElse('2026-11-05'), isProven: false },
    ),
  );
  const membership = fc.record({
    planId: fc.constantFrom('plan_a', 'plan_b'),
    status: fc.constantFrom('active', 'canceled', 'expired', 'past_due'),
    endedAt: fc.constantFrom(null, NOW, new Date('2026-11-01')),
    connected: tie,
    linked: fc.option(
      fc.constantFrom({ userId: MEMBER, since: new Date('2026-11-07') }, somebodyElse('2026-11-07')),
    ),
  });
  const arbitraryState = fc.record({
    mappings: fc
      .array(mapping, { minLength: 1, maxLength: 4 })
      .map((all) => all.map((some) => ({ ...supporter, ...some }))),
    memberships: fc.array(membership, { maxLength: 4 }).map((all) =>
      all.map((some, number) => {
        return { ...active, ...some, id: `mem_${number}`, valid: some.status === 'active' };
      }),
    ),
    granted: fc.uniqueArray(role),
    unproven: fc.uniqueArray(role),
    roles: fc.uniqueArray(role),
    isPending: fc.boolean(),
    awaitsKick: fc.boolean(),
    owesRemoval: fc.boolean(),
  });
  fc.assert(
    fc.property(arbitraryState, ({ unproven: some, ...state }) => {
      const unproven = some.filter((roleId) => state.granted.includes(roleId));
      const given = decide(stateOf({ ...state, unproven }));
      const without = decide(
        stateOf({
          ...state,
          granted: state.granted.filter((roleId) => !unproven.includes(roleId)),
          memberships: state.memberships.map((one) =>
            one.connected?.isProven ? one : { ...one, connected: null },
          ),
        }),
      );
      if (given.kick) expect(without.kick).not.toBeNull();
      for (const { roleId, action, isProven } of given.roleDecisions) {
        const other = without.roleDecisions.find((roleDecision) => roleDecision.roleId === roleId);
        expect(isProven).toBe(other?.isProven);
        if (action === 'revoke' && !unproven.includes(roleId)) expect(other?.action).toBe('revoke');
        if (other?.action === 'grant') expect(action).toBe('grant');
      }
    }),
    { seed: 20261122, numRuns: 5000 },
  );
});
