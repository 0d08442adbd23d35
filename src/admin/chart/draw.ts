import type { DayCount } from '../stats.ts';

/** Texts of the chart; numbers and dates are formatted for the reader's language. */
export interface ChartWords {
  readonly title: string;
  readonly joins: string;
  readonly ends: string;
  /** A label for a day on the axis; about 60 pixels wide. @param day such as 2026-11-21, in UTC */
  day(day: string): string;
  count(count: number): string;
}

/** Size in SVG user units. */
const SIZE = { width: 760, height: 400 } as const;

const PLOT = { left: 76, right: 724, top: 96, bottom: 348 } as const;
const COLUMN = (n: number, of: number) => ((PLOT.right - PLOT.left) / of) * n + PLOT.left;

/** The card has its own background, so that the chart looks the same on light and dark pages. */
const COLOURS = { card: '#fbfbfd', edge: '#d5d8df', text: '#1f2430', quiet: '#5a6272', grid: '#e4e6ec' };

/** The colours also differ in brightness, for readers who can't tell the hues apart. */
const SERIES = { joins: '#1c7c4a', ends: '#d97706' } as const;

/** Maximum number of steps on the vertical axis. */
const LINES = 5;

/** Days between two labels of the axis. */
const LABEL_EVERY = 7;

/** Draws daily joins and ends as an SVG bar chart. */
export function drawChart(days: readonly DayCount[], words: ChartWords): string {
  const highest = Math.max(1, ...days.flatMap(({ joins, ends }) => [joins, ends]));
  const step = stepFor(highest);
  const top = Math.ceil(highest / step) * step;
  const y = (count: number) => PLOT.bottom - (count / top) * (PLOT.bottom - PLOT.top);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" font-family="Inter" font-size="13">`,
    `<rect x="1" y="1" width="${SIZE.width - 2}" height="${SIZE.height - 2}" rx="14" fill="${COLOURS.card}" stroke="${COLOURS.edge}" stroke-width="2"/>`,
    text({ x: 28, y: 42, size: 19 }, words.title),
    ...legend(days, words),
    ...grid(top, step, y, words),
    ...days.flatMap((day, n) => bars(day, COLUMN(n, days.length), COLUMN(1, days.length) - PLOT.left, y)),
    ...dates(days, words),
    '</svg>',
  ].join('\n');
}

/** Returns the smallest step of 1, 2, 5, 10, 20, … that needs at most `LINES` steps. */
function stepFor(highest: number): number {
  for (let power = 1; ; power *= 10)
    for (const step of [power, 2 * power, 5 * power]) if (highest / step <= LINES) return step;
}

function legend(days: readonly DayCount[], words: ChartWords): string[] {
  const joins = `${words.joins}: ${words.count(days.reduce((sum, day) => sum + day.joins, 0))}`;
  const ends = `${words.ends}: ${words.count(days.reduce((sum, day) => sum + day.ends, 0))}`;
  const second = 28 + 24 + joins.length * 8 + 24;
  return [
    `<rect x="28" y="59" width="13" height="13" rx="3" fill="${SERIES.joins}"/>`,
    text({ x: 48, y: 71, size: 14 }, joins),
    `<rect x="${second}" y="59" width="13" height="13" rx="3" fill="${SERIES.ends}"/>`,
    text({ x: second + 20, y: 71, size: 14 }, ends),
  ];
}

function grid(top: number, step: number, y: (count: number) => number, words: ChartWords): string[] {
  return Array.from({ length: top / step + 1 }, (_, n) => n * step).flatMap((count) => [
    `<line x1="${PLOT.left}" x2="${PLOT.right}" y1="${y(count)}" y2="${y(count)}" stroke="${count === 0 ? COLOURS.quiet : COLOURS.grid}"/>`,
    text({ x: PLOT.left - 10, y: y(count) + 4.5, anchor: 'end', quiet: true }, words.count(count)),
  ]);
}

function bars(day: DayCount, x: number, width: number, y: (count: number) => number): string[] {
  const bar = width * 0.36;
  return (['joins', 'ends'] as const).flatMap((series, n) => {
    const height = PLOT.bottom - y(day[series]);
    if (height === 0) return [];
    const left = x + width * 0.12 + n * (bar + width * 0.04);
    return [
      `<rect x="${left.toFixed(1)}" y="${(PLOT.bottom - height).toFixed(1)}" width="${bar.toFixed(1)}" height="${height.toFixed(1)}" rx="1.5" fill="${SERIES[series]}"/>`,
    ];
  });
}

/** Labels every seventh day, counted back from the last one, which is today. */
function dates(days: readonly DayCount[], words: ChartWords): string[] {
  const middle = (COLUMN(1, days.length) - PLOT.left) / 2;
  return days.flatMap(({ day }, n) =>
    (days.length - 1 - n) % LABEL_EVERY === 0
      ? [
          text(
            { x: COLUMN(n, days.length) + middle, y: PLOT.bottom + 24, anchor: 'middle', quiet: true },
            words.day(day),
          ),
        ]
      : [],
  );
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly anchor?: 'middle' | 'end';
  readonly quiet?: boolean;
}

function text({ x, y, size = 13, anchor, quiet = false }: Place, words: string): string {
  const anchored = anchor ? ` text-anchor="${anchor}"` : '';
  const fill = quiet ? COLOURS.quiet : COLOURS.text;
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size}" fill="${fill}"${anchored}>${escapeXml(words)}</text>`;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

const escapeXml = (words: string): string => words.replace(/[&<>]/g, (found) => ENTITIES.get(found) ?? '');
