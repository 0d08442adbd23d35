import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide, explain, type MemberState } from '../../src/access/decide.ts';

const supporter = { roleId: 'supporter', sourceId: 'plan_a' };
const membership = { id: 'mem_1', productId: 'prod_1', planId: 'plan_a', valid: true, status: 'active' };
const nobody: MemberState = { mappings: [supporter], memberships: [], granted: [], actual: [] };

const actions = (state: Partial<MemberState>) =>
  Object.fromEntries(decide({ ...nobody, ...state }).map(({ roleId, action }) => [roleId, action]));

test('who has paid gets the role', () => {
  expect(actions({ memberships: [membership] })).toEqual({ supporter: 'grant' });
});

test('who has paid and has the role is left alone', () => {
  expect(actions({ memberships: [membership], actual: ['supporter'] })).toEqual({ supporter: 'leave' });
});

test('who has stopped paying loses the role', () => {
  const ended = { ...membership, valid: false, status: 'canceled' };
  expect(actions({ memberships: [ended], granted: ['supporter'], actual: ['supporter'] })).toEqual({
    supporter: 'revoke',
  });
});

test('a role stays while another membership gives it', () => {
  const memberships = [
    { ...membership, valid: false, status: 'canceled' },
    { ...membership, id: 'mem_2' },
  ];
  expect(actions({ memberships, actual: ['supporter'] })).toEqual({ supporter: 'leave' });
});

test('a product gives its role whichever of its plans was bought', () => {
  const mappings = [{ roleId: 'customer', sourceId: 'prod_1' }];
  expect(actions({ mappings, memberships: [membership] })).toEqual({ customer: 'grant' });
});

test('a role that we gave for a membership which moved to another account is taken', () => {
  expect(actions({ granted: ['supporter'], actual: ['supporter'] })).toEqual({ supporter: 'revoke' });
});

test('a managed role that was given by hand stays', () => {
  const state = { ...nobody, actual: ['supporter'] };
  expect(actions(state)).toEqual({ supporter: 'leave' });
  expect(decide(state).map(explain)).toEqual([
    'No membership gives this role; it was given by hand and stays.',
  ]);
});

test('whatever the state: the result follows the valid memberships, and only managed roles are spoken of', () => {
  const plan = fc.constantFrom<string>('plan_a', 'plan_b', 'plan_c');
  const product = fc.constantFrom<string>('prod_1', 'prod_2');
  const role = fc.constantFrom<string>('r1', 'r2', 'r3', 'by-hand');
  const arbitraryState = fc.record({
    mappings: fc.array(fc.record({ roleId: role, sourceId: fc.oneof(plan, product) }), { maxLength: 6 }),
    memberships: fc.array(
      fc.record({
        id: fc.uuid(),
        productId: product,
        planId: plan,
        valid: fc.boolean(),
        status: fc.constant('active'),
      }),
      { maxLength: 6 },
    ),
    granted: fc.uniqueArray(role),
    actual: fc.uniqueArray(role),
  });
  fc.assert(
    fc.property(arbitraryState, (state) => {
      const verdicts = decide(state);
      const managed = new Set(state.mappings.map(({ roleId }) => roleId));
      expect(new Set(verdicts.map(({ roleId }) => roleId))).toEqual(managed);
      for (const { roleId, action, reasons } of verdicts) {
        const paid = state.memberships.some(
          (m) =>
            m.valid &&
            state.mappings.some(
              (x) => x.roleId === roleId && (x.sourceId === m.planId || x.sourceId === m.productId),
            ),
        );
        const has = state.actual.includes(roleId);
        if (paid) expect(action).toBe(has ? 'leave' : 'grant');
        else expect(action).not.toBe('grant');
        if (!has) expect(action).not.toBe('revoke');
        if (has && !paid) expect(action).toBe(state.granted.includes(roleId) ? 'revoke' : 'leave');
        expect(reasons.length).toBeGreaterThan(0);
      }
    }),
    { seed: 20261121, numRuns: 2000 },
  );
});

test('a plan that belongs to no product gives the role it is mapped to', () => {
  expect(actions({ memberships: [{ ...membership, productId: null }] })).toEqual({ supporter: 'grant' });
});

test('a role that an admin gives by hand to a customer of long ago stays', () => {
  const ended = { ...membership, valid: false, status: 'canceled' };
  expect(actions({ memberships: [ended], actual: ['supporter'] })).toEqual({ supporter: 'leave' });
});
