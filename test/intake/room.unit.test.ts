import { expect, test } from 'vitest';
import { createSharedRoom } from '../../src/intake/room.ts';

const whole = { items: 4, weight: 100 };
const part = { items: 2, weight: 50 };

test('nobody gets more places than their part, and all together no more than there are', () => {
  const enter = createSharedRoom(whole, part);
  const places = ['ada', 'ada', 'ada', 'ben', 'cleo', 'dan'].map((who) => enter(who));
  expect(places.map((place) => place !== undefined)).toEqual([true, true, false, true, true, false]);
  for (const place of places) place?.leave();
  expect(enter('dan')).toBeDefined();
});

test('what grows beyond its part, or beyond the whole, has to leave; and all that it held is free again', () => {
  const enter = createSharedRoom(whole, part);
  const [one, two, other] = [enter('ada'), enter('ada'), enter('ben')];
  expect([one?.grow(30), two?.grow(20), two?.grow(1)]).toEqual([true, true, false]);
  two?.leave();
  expect([other?.grow(50), enter('cleo')?.grow(20), enter('dan')?.grow(1)]).toEqual([true, true, false]);
  one?.leave();
  expect(enter('ada')?.grow(20)).toBe(true);
});
