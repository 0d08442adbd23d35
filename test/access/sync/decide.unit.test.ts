import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MemberState } from '../../../src/access/state.ts';
import { decide } from '../../../src/access/sync/decide.ts';
import { actions, active, ended, MEMBER, NOW, somebodyElse, stateOf, supporter, words } from '../states.ts';

describe('what is paid for is there, and what isn’t goes', () => {
  test('who has paid gets the role', () => {
    expect(actions({ memberships: [active] })).toEqual({ supporter: 'grant' });
  });

  test('who has paid and has the role is left alone', () => {
    expect(actions({ memberships: [active], roles: ['supporter'] })).toEqual({ supporter: 'leave' });
  });

  test('who has stopped paying loses the role', () => {
    const given = { memberships: [ended()], granted: ['supporter'], roles: ['supporter'] };
    expect(actions(given)).toEqual({ supporter: 'revoke' });
  });

  test('a role stays while another membership gives it', () => {
    const memberships = [ended(), { ...active, id: 'mem_2' }];
    expect(actions({ memberships, roles: ['supporter'], granted: ['supporter'] })).toEqual({
      supporter: 'leave',
    });
  });

  test('a product gives its role whichever of its plans was bought', () => {
    const mappings = [{ ...supporter, roleId: 'customer', sourceId: 'prod_1' }];
    expect(actions({ mappings, memberships: [active] })).toEqual({ customer: 'grant' });
  });

  test('a quick link gives what the plan gives that it was copied from', () => {
    const memberships = [{ ...active, planId: 'plan_link', sourcePlanId: 'plan_a' }];
    expect(actions({ memberships })).toEqual({ supporter: 'grant' });
  });

  test('a plan that belongs to no product gives the role it is mapped to', () => {
    expect(actions({ memberships: [{ ...active, productId: null }] })).toEqual({ supporter: 'grant' });
  });

  test('a role that we gave for a membership which moved to another account is taken', () => {
    expect(actions({ granted: ['supporter'], roles: ['supporter'] })).toEqual({ supporter: 'revoke' });
  });

  test('a bot is left alone', () => {
    expect(actions({ memberships: [active], isBot: true })).toEqual({ supporter: 'leave' });
  });
});

describe('roles that we didn’t give', () => {
  test('a managed role that was given by hand stays', () => {
    expect(words({ roles: ['supporter'] })).toEqual([
      'No membership gives this role; it was given by hand and stays.',
    ]);
  });

  test('a role that an admin gives by hand to a customer of long ago stays', () => {
    expect(actions({ memberships: [ended()], roles: ['supporter'] })).toEqual({ supporter: 'leave' });
  });

  test('where orphans are stripped, it goes', () => {
    const mappings = [{ ...supporter, orphans: 'strip' as const }];
    expect(actions({ mappings, roles: ['supporter'] })).toEqual({ supporter: 'revoke' });
  });

  test('one mapping that keeps orphans is enough for them to stay', () => {
    const mappings = [
      { ...supporter, orphans: 'strip' as const },
      { ...supporter, sourceId: 'plan_b' },
    ];
    expect(actions({ mappings, roles: ['supporter'] })).toEqual({ supporter: 'leave' });
  });
});

describe('the end, as a mapping says', () => {
  const given = { memberships: [ended('expired')], granted: ['supporter'], roles: ['supporter'] };
  const graced = { ...supporter, graceDays: 30 };

  test('keep: the role stays', () => {
    const mappings = [{ ...supporter, atEnd: 'keep' as const }];
    expect(actions({ ...given, mappings })).toEqual({ supporter: 'leave' });
    expect(words({ ...given, mappings })).toEqual([
      'Membership mem_1 is expired. The role is set to be kept at the end.',
    ]);
  });

  test('kick: the member is removed', () => {
    const mappings = [{ ...supporter, atEnd: 'kick' as const }];
    expect(decide(stateOf({ ...given, mappings })).kick).toEqual([
      { kind: 'membership ended', id: 'mem_1', status: 'expired' },
    ]);
  });

  test('kick: whom another membership holds, through whichever role, stays', () => {
    const mappings = [
      { ...supporter, atEnd: 'kick' as const },
      { ...supporter, roleId: 'insider', sourceId: 'plan_b' },
    ];
    const memberships = [...given.memberships, { ...active, id: 'mem_2', planId: 'plan_b' }];
    expect(decide(stateOf({ ...given, memberships, mappings })).kick).toBeNull();
  });

  test('kick: whom we never gave the role isn’t removed', () => {
    const mappings = [{ ...supporter, atEnd: 'kick' as const }];
    expect(decide(stateOf({ ...given, granted: [], mappings })).kick).toBeNull();
  });

  test('grace: after a mishap the role stays for the days that are given, and the decision says until when', () => {
    const { roleDecisions, changesAt } = decide(stateOf({ ...given, mappings: [graced] }));
    expect(roleDecisions[0]?.action).toBe('leave');
    expect(changesAt).toEqual(new Date('2026-12-01T12:00:00Z'));
  });

  test('grace: an end whose status nobody tells may be a mishap too', () => {
    const memberships = [ended('unknown', NOW)];
    const { roleDecisions, changesAt } = decide(stateOf({ ...given, memberships, mappings: [graced] }));
    expect(roleDecisions[0]?.action).toBe('leave');
    expect(changesAt).toEqual(new Date('2026-12-21T12:00:00Z'));
  });

  test('grace: it is over at its last moment', () => {
    const memberships = [ended('expired', new Date(NOW.getTime() - 30 * 86_400_000))];
    expect(actions({ ...given, memberships, mappings: [graced] })).toEqual({ supporter: 'revoke' });
  });

  test.each(['canceled', 'terminated', 'completed', 'gone'])(
    'grace: an end that is %s has none',
    (status) => {
      const memberships = [ended(status, NOW)];
      expect(actions({ ...given, memberships, mappings: [graced] })).toEqual({ supporter: 'revoke' });
    },
  );

  test('grace: who was never seen to have access gets none by it', () => {
    const memberships = [{ ...ended('expired'), endedAt: null }];
    expect(actions({ memberships, mappings: [graced] })).toEqual({ supporter: 'leave' });
  });
});

describe('a payment that is late', () => {
  const late = { ...active, status: 'past_due', valid: false };
  const mappings = [supporter, { ...supporter, roleId: 'please-pay', condition: 'past_due' as const }];

  test('gives the role that is mapped to it, and takes the paid one', () => {
    const given = { mappings, memberships: [late], granted: ['supporter'], roles: ['supporter'] };
    expect(actions(given)).toEqual({ supporter: 'revoke', 'please-pay': 'grant' });
  });

  test('that has come in gives the paid role back and takes the other', () => {
    const given = { mappings, memberships: [active], granted: ['please-pay'], roles: ['please-pay'] };
    expect(actions(given)).toEqual({ supporter: 'grant', 'please-pay': 'revoke' });
  });

  test('changes nothing where the service says that it still gives access', () => {
    const given = { memberships: [{ ...late, valid: true }], granted: ['supporter'], roles: ['supporter'] };
    expect(actions(given)).toEqual({ supporter: 'leave' });
  });
});

describe('membership screening', () => {
  test('the role waits until it is passed', () => {
    expect(words({ memberships: [active], isPending: true })).toEqual([
      "Membership mem_1 is active. The member has not passed the server's screening yet.",
    ]);
  });

  test('unless the mapping says that it doesn’t', () => {
    const mappings = [{ ...supporter, waitForScreening: false }];
    expect(actions({ mappings, memberships: [active], isPending: true })).toEqual({ supporter: 'grant' });
  });

  test('what is already there is not taken for it', () => {
    const given = { memberships: [active], isPending: true, roles: ['supporter'], granted: ['supporter'] };
    expect(actions(given)).toEqual({ supporter: 'leave' });
  });
});

describe('the account that a membership counts for', () => {
  const me = (since: string) => ({ userId: MEMBER, since: new Date(since), isProven: true });

  test('the linked one, when the buyer connected none', () => {
    const memberships = [{ ...active, connected: null, linked: me('2026-11-10') }];
    expect(words({ memberships })).toEqual(['Membership mem_1 is active and linked to this account.']);
  });

  test.each([
    ['linked after another was connected', somebodyElse('2026-11-01'), me('2026-11-10'), 'grant'],
    ['linked before another was connected', somebodyElse('2026-11-10'), me('2026-11-01'), 'leave'],
    ['connected after another was linked', me('2026-11-10'), somebodyElse('2026-11-01'), 'grant'],
    ['connected before another was linked', me('2026-11-01'), somebodyElse('2026-11-10'), 'leave'],
  ])('%s', (_name, connected, linked, action) => {
    expect(actions({ memberships: [{ ...active, connected, linked }] })).toEqual({ supporter: action });
  });

  test('the one that lost it is told why', () => {
    const connected = me('2026-11-01');
    const memberships = [{ ...active, connected, linked: somebodyElse('2026-11-10') }];
    const given = { memberships, granted: ['supporter'], roles: ['supporter'] };
    expect(actions(given)).toEqual({ supporter: 'revoke' });
    expect(words(given)).toEqual([
      'Membership mem_1 counts for another chat account, to which its owner linked it.',
    ]);
  });
});

test('whatever the state: the result follows the memberships, and only managed roles are spoken of', () => {
  const plan = fc.constantFrom('plan_a', 'plan_b', 'plan_c');
  const product = fc.constantFrom('prod_1', 'prod_2');
  const role = fc.constantFrom('r1', 'r2', 'r3', 'by-hand');
  const mapping = fc.record({ roleId: role, sourceId: fc.oneof(plan, product) });
  const membership = fc.record({ id: fc.uuid(), productId: product, planId: plan, valid: fc.boolean() });
  const arbitraryState: fc.Arbitrary<MemberState> = fc
    .record({
      mappings: fc.array(mapping, { maxLength: 6 }),
      memberships: fc.array(membership, { maxLength: 6 }),
      granted: fc.uniqueArray(role),
      roles: fc.uniqueArray(role),
    })
    .map(({ mappings, memberships, ...rest }) =>
      stateOf({
        ...rest,
        mappings: mappings.map((some) => ({ ...supporter, ...some })),
        memberships: memberships.map((some) => ({ ...active, ...some })),
      }),
    );
  fc.assert(
    fc.property(arbitraryState, (state) => {
      const { roleDecisions } = decide(state);
      expect(new Set(roleDecisions.map(({ roleId }) => roleId))).toEqual(
        new Set(state.mappings.map(({ roleId }) => roleId)),
      );
      for (const { roleId, action, reasons } of roleDecisions) {
        const sources = state.mappings.filter((some) => some.roleId === roleId).map((some) => some.sourceId);
        const paid = state.memberships.some(
          ({ valid, planId, productId }) =>
            valid && (sources.includes(planId) || (productId !== null && sources.includes(productId))),
        );
        const has = state.member.roleIds.includes(roleId);
        if (paid) expect(action).toBe(has ? 'leave' : 'grant');
        else if (!has) expect(action).toBe('leave');
        else expect(action).toBe(state.granted.includes(roleId) ? 'revoke' : 'leave');
        expect(reasons.length).toBeGreaterThan(0);
      }
    }),
    { seed: 20261121, numRuns: 2000 },
  );
});
