import { expect, test } from 'vitest';
import type { Aim } from '../../bench/bench.ts';
import { toDocument } from '../../bench/document.ts';
import { drawGrowth } from '../../bench/growth/picture.ts';

const aim = (is: Aim['bound']['is'], value: number, median: number): Aim => ({
  what: `${is} ${value}`,
  bound: { is, value },
  unit: 'ms',
  measured: { median, min: median - 1, max: median + 1 },
});

test('the document states for each aim whether it is met, or by how much it is missed', () => {
  const findings = {
    method: ['How.'],
    tables: [],
    notes: [],
    pictures: [],
    aims: [aim('at least', 60, 52), aim('at least', 60, 61), aim('at most', 50, 49), aim('exactly', 3, 4)],
  };
  const text = toDocument(
    [{ bench: { title: 'Something' }, findings }],
    ['one machine'],
    new Date('2026-11-21T12:00:00Z'),
  );
  expect(text).toContain('on 2026-11-21.');
  expect(text.split('\n').filter((line) => line.startsWith('| at') || line.startsWith('| exactly'))).toEqual([
    '| at least 60 | at least 60 ms | 52 ms (51–53) | missed by 8 ms |',
    '| at least 60 | at least 60 ms | 61 ms (60–62) | met |',
    '| at most 50 | at most 50 ms | 49 ms (48–50) | met |',
    '| exactly 3 | exactly 3 ms | 4 ms (3–5) | missed by 1 ms |',
  ]);
});

test('the picture draws equal ratios as equal distances', () => {
  const svg = drawGrowth('How it grows', [
    {
      name: 'grows',
      points: [
        [1_000, 1],
        [10_000, 10],
        [100_000, 100],
      ],
    },
  ]);
  const [path = ''] = /(?<=points=")[^"]+/.exec(svg) ?? [];
  const places = path.split(' ').map((place) => place.split(',').map(Number));
  const steps = places
    .slice(1)
    .map(([x = 0, y = 0], n) => [x - (places[n]?.[0] ?? 0), y - (places[n]?.[1] ?? 0)]);
  expect(steps[0]).toEqual(steps[1]);
  expect(steps[0]?.[0]).toBeGreaterThan(0);
  expect(steps[0]?.[1]).toBeLessThan(0);
});
