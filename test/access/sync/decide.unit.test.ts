import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MemberState } from '../../../src/access/state.ts';
import { decide } from '../../../src/access/sync/decide.ts';
import { actions, active, ended, MEMBER, NOW, somebodyElse, stateOf, supporter, words } from '../states.ts';

describe('a paid role is granted and an unpaid one is revoked', () => {
  test('a paying member gets the role', () => {
    expect(actions({ memberships: [active] })).toEqual({ supporter: 'grant' });
  });

  test('a paying member with the role is left alone', () => {
    expect(actions({ memberships: [active], roles: ['supporter'] })).toEqual({ supporter: 'leave' });
  });

  test('a member whose membership ended loses the role', () => {
    const given = { memberships: [ended()], granted: ['supporter'], roles: ['supporter'] };
    expect(actions(given)).toEqual({ supporter: 'revoke' });
  });

  test('a role stays while another membership gives it', () => {
    const memberships = [ended(), { ...active, id: 'mem_2' }];
    expect(actions({ memberships, roles: ['supporter'], granted: ['supporter'] })).toEqual({
      supporter: 'leave',
    });
  });

  test('a product gives its role for any of its plans', () => {
    const mappings = [{ ...supporter, roleId: 'customer', sourceId: 'prod_1' }];
    expect(actions({ mappings, memberships: [active] })).toEqual({ customer: 'grant' });
  });

  test('a quick link gives the role of the plan it was copied from', () => {
    const memberships = [{ ...active, planId: 'plan_link', sourcePlanId: 'plan_a' }];
    expect(actions({ memberships })).toEqual({ supporter: 'grant' });
  });

  test('a plan without a product gives its mapped role', () => {
    expect(actions({ memberships: [{ ...active, productId: null }] })).toEqual({ supporter: 'grant' });
  });

  test('a granted role is revoked when its membership moves to another account', () => {
    expect(actions({ granted: ['supporter'], roles: ['supporter'] })).toEqual({ supporter: 'revoke' });
  });

  test('a bot is left alone', () => {
    expect(actions({ memberships: [active], isBot: true })).toEqual({ supporter: 'leave' });
  });
});

describe('roles that we did not grant', () => {
  test('a managed role that was given by hand stays', () => {
    expect(words({ roles: ['supporter'] })).toEqual([
      'No membership gives this role; it was given by hand and stays.',
    ]);
  });

  test('a role given by hand to a former customer stays', () => {
    expect(actions({ memberships: [ended()], roles: ['supporter'] })).toEqual({ supporter: 'leave' });
  });

  test('an orphaned role is revoked when the mapping strips orphans', () => {
    const mappings = [{ ...supporter, orphans: 'strip' as const }];
    expect(actions({ mappings, roles: ['supporter'] })).toEqual({ supporter: 'revoke' });
  });

  test('an orphaned role stays when at least one mapping keeps orphans', () => {
    const mappings = [
      { ...supporter, orphans: 'strip' as const },
      { ...supporter, sourceId: 'plan_b' },
    ];
    expect(actions({ mappings, roles: ['supporter'] })).toEqual({ supporter: 'leave' });
  });
});

describe('the end of access follows the mapping', () => {
  const given = { memberships: [ended('expired')], granted: ['supporter'], roles: ['supporter'] };
  const graced = { ...supporter, graceDays: 30 };

  test('the keep policy leaves the role in place', () => {
    const mappings = [{ ...supporter, atEnd: 'keep' as const }];
    expect(actions({ ...given, mappings })).toEqual({ supporter: 'leave' });
    expect(words({ ...given, mappings })).toEqual([
      'Membership mem_1 is expired. Members keep this role when the membership ends.',
    ]);
  });

  test('the kick policy removes the member', () => {
    const mappings = [{ ...supporter, atEnd: 'kick' as const }];
    expect(decide(stateOf({ ...given, mappings })).kick).toEqual([
      { kind: 'membership ended', id: 'mem_1', status: 'expired' },
    ]);
  });

  test('the kick policy spares a member who has another valid membership with any role', () => {
    const mappings = [
      { ...supporter, atEnd: 'kick' as const },
      { ...supporter, roleId: 'insider', sourceId: 'plan_b' },
    ];
    const memberships = [...given.memberships, { ...active, id: 'mem_2', planId: 'plan_b' }];
    expect(decide(stateOf({ ...given, memberships, mappings })).kick).toBeNull();
  });

  test('the kick policy spares a member to whom we never granted the role', () => {
    const mappings = [{ ...supporter, atEnd: 'kick' as const }];
    expect(decide(stateOf({ ...given, granted: [], mappings })).kick).toBeNull();
  });

  test('the grace period keeps the role after an expiry and the decision states when it ends', () => {
    const { roleDecisions, changesAt } = decide(stateOf({ ...given, mappings: [graced] }));
    expect(roleDecisions[0]?.action).toBe('leave');
    expect(changesAt).toEqual(new Date('2026-12-01T12:00:00Z'));
  });

  test('the grace period applies to an end of unknown status', () => {
    const memberships = [ended('unknown', NOW)];
    const { roleDecisions, changesAt } = decide(stateOf({ ...given, memberships, mappings: [graced] }));
    expect(roleDecisions[0]?.action).toBe('leave');
    expect(changesAt).toEqual(new Date('2026-12-21T12:00:00Z'));
  });

  test('the grace period is over at its last moment', () => {
    const memberships = [ended('expired', new Date(NOW.getTime() - 30 * 86_400_000))];
    expect(actions({ ...given, memberships, mappings: [graced] })).toEqual({ supporter: 'revoke' });
  });

  test.each(['canceled', 'terminated', 'completed', 'gone'])(
    'the grace period does not apply to status %s',
    (status) => {
      const memberships = [ended(status, NOW)];
      expect(actions({ ...given, memberships, mappings: [graced] })).toEqual({ supporter: 'revoke' });
    },
  );

  test('the grace period does not apply to a membership that never gave access', () => {
    const memberships = [{ ...ended('expired'), endedAt: null }];
    expect(actions({ memberships, mappings: [graced] })).toEqual({ supporter: 'leave' });
  });
});

describe('a late payment', () => {
  const late = { ...active, status: 'past_due', valid: false };
  const mappings = [supporter, { ...supporter, roleId: 'please-pay', condition: 'past_due' as const }];

  test('grants the past_due role and revokes the paid one', () => {
    const given = { mappings, memberships: [late], granted: ['supporter'], roles: ['supporter'] };
    expect(actions(given)).toEqual({ supporter: 'revoke', 'please-pay': 'grant' });
  });

  test('grants the paid role and revokes the past_due one once it arrives', () => {
    const given = { mappings, memberships: [active], granted: ['please-pay'], roles: ['please-pay'] };
    expect(actions(given)).toEqual({ supporter: 'grant', 'please-pay': 'revoke' });
  });

  test('changes nothing while the service still reports access', () => {
    const given = { memberships: [{ ...late, valid: true }], granted: ['supporter'], roles: ['supporter'] };
    expect(actions(given)).toEqual({ supporter: 'leave' });
  });
});

describe('membership screening', () => {
  test('delays the role until the member passes', () => {
    expect(words({ memberships: [active], isPending: true })).toEqual([
      "Membership mem_1 is active. The member has not passed the server's screening yet.",
    ]);
  });

  test('does not delay a role whose mapping ignores screening', () => {
    const mappings = [{ ...supporter, waitForScreening: false }];
    expect(actions({ mappings, memberships: [active], isPending: true })).toEqual({ supporter: 'grant' });
  });

  test('does not revoke a role that the member already has', () => {
    const given = { memberships: [active], isPending: true, roles: ['supporter'], granted: ['supporter'] };
    expect(actions(given)).toEqual({ supporter: 'leave' });
  });
});

describe('the chat account that a membership counts for', () => {
  const me = (since: string) => ({ userId: MEMBER, since: new Date(since), isProven: true });

  test('is the linked one when the buyer connected none', () => {
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

  test('the account that loses the membership gets the reason', () => {
    const connected = me('2026-11-01');
    const memberships = [{ ...active, connected, linked: somebodyElse('2026-11-10') }];
    const given = { memberships, granted: ['supporter'], roles: ['supporter'] };
    expect(actions(given)).toEqual({ supporter: 'revoke' });
    expect(words(given)).toEqual([
      'Membership mem_1 counts for another chat account, because its owner linked it to that one.',
    ]);
  });
});

test('the decision follows the memberships and covers exactly the managed roles, for any state', () => {
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
