import { expect, test } from 'vitest';
import { drawPlaces } from '../../../src/commerce-service/entries/draw.ts';

test('every set of winners is drawn as often as any other', () => {
  const counts = new Map<string, number>();
  // Instead of random numbers, every sequence of them that there can be.
  for (let first = 0; first < 3; first++)
    for (let second = 0; second < 4; second++) {
      const numbers = [first, second];
      const limits: number[] = [];
      const next = (limit: number) => {
        limits.push(limit);
        return numbers.shift() ?? 0;
      };
      const set = [...drawPlaces(4, 2, next)].sort().join('');
      expect(limits).toEqual([3, 4]);
      counts.set(set, (counts.get(set) ?? 0) + 1);
    }
  expect([...counts.values()]).toEqual([2, 2, 2, 2, 2, 2]);
  expect(drawPlaces(1, 5, () => 0)).toEqual([0]);
});
