import { expect, test } from 'vitest';
import { drawChart } from '../../src/admin/chart/draw.ts';
import { chartPng } from '../../src/admin/chart/index.ts';

const days = Array.from({ length: 30 }, (_, n) => ({
  day: new Date(Date.UTC(2026, 9, 23 + n)).toISOString().slice(0, 10),
  joins: n,
  ends: 29 - n,
}));
const words = {
  title: 'Memberships <of> 30 days & more',
  joins: 'Began',
  ends: 'Ended',
  day: (day: string) => day.slice(5),
  count: String,
};

test('the chart has its title, both series with their sums, a scale and dates up to today', () => {
  const svg = drawChart(days, words);
  const texts = [...svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text);
  expect(texts).toEqual([
    ...['Memberships &lt;of&gt; 30 days &amp; more', 'Began: 435', 'Ended: 435'],
    ...['0', '10', '20', '30'],
    ...['10-24', '10-31', '11-07', '11-14', '11-21'],
  ]);
  // One bar per day and series, except for those of height 0. The legend adds two rectangles and the card one.
  expect(svg.match(/<rect/g)).toHaveLength(58 + 3);
});

const draw = (some: typeof days) => chartPng(some, words, new AbortController().signal);

test('the chart is a PNG of its size, even for days without changes', async () => {
  const [png, empty] = [await draw(days), await draw([])];
  for (const picture of [png, empty]) {
    const bytes = Buffer.from(picture);
    expect(bytes.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1140, 600]);
  }
  // Text and bars take up bytes. If the font weren't found, the card would be blank.
  expect(png.length).toBeGreaterThan(empty.length + 5_000);
});
