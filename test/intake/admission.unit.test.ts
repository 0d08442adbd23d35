import { expect, test } from 'vitest';
import { createSharedAdmission } from '../../src/intake/admission.ts';

const total = { items: 4, weight: 100 };
const perClient = { items: 2, weight: 50 };

test('no client gets more than its quota, and all together no more than the total', () => {
  const admit = createSharedAdmission(total, perClient);
  const tickets = ['ada', 'ada', 'ada', 'ben', 'cleo', 'dan'].map((client) => admit(client));
  expect(tickets.map((ticket) => ticket !== undefined)).toEqual([true, true, false, true, true, false]);
  for (const ticket of tickets) ticket?.release();
  expect(admit('dan')).toBeDefined();
});

test('growth beyond the quota or the total is refused, and a release frees all of it', () => {
  const admit = createSharedAdmission(total, perClient);
  const [one, two, other] = [admit('ada'), admit('ada'), admit('ben')];
  expect([one?.grow(30), two?.grow(20), two?.grow(1)]).toEqual([true, true, false]);
  two?.release();
  expect([other?.grow(50), admit('cleo')?.grow(20), admit('dan')?.grow(1)]).toEqual([true, true, false]);
  one?.release();
  expect(admit('ada')?.grow(20)).toBe(true);
});
