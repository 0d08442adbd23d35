/** Durations of one operation by size: [size, milliseconds]. */
export interface Curve {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

const [WIDTH, HEIGHT] = [760, 460];
const PLOT = { left: 64, right: 500, top: 24, bottom: 400 };

/** Colours visible on white and on black. For colour-blind readers, each name stands at its curve's end. */
const COLOURS = [
  '#3b82f6',
  '#d97706',
  '#059669',
  '#db2777',
  '#8b5cf6',
  '#0891b2',
  '#65a30d',
  '#dc2626',
  '#78716c',
];

/** Line height of the names, in pixels. */
const LINE = 16;

/**
 * Draws curves on two logarithmic scales, for light and dark pages.
 * @param title a text for screen readers
 */
export function drawGrowth(title: string, curves: readonly Curve[]): string {
  const all = curves.flatMap(({ points }) => points);
  const x = scale(
    all.map(([size]) => size),
    PLOT.left,
    PLOT.right,
  );
  const y = scale(
    all.map(([, time]) => time),
    PLOT.bottom,
    PLOT.top,
  );
  const labels = spreadOut(curves.map(({ points }) => y.at(points.at(-1)?.[1] ?? 1)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    '<style>text { fill: #1f2937 } .grid { stroke: #9ca3af; stroke-opacity: .4 } @media (prefers-color-scheme: dark) { text { fill: #e5e7eb } }</style>',
    ...x.decades.map((size) => line(x.at(size), PLOT.top, x.at(size), PLOT.bottom)),
    ...x.decades.map((size) => text(x.at(size), PLOT.bottom + 20, size.toLocaleString('en'), 'middle')),
    ...y.decades.map((time) => line(PLOT.left, y.at(time), PLOT.right, y.at(time))),
    ...y.decades.map((time) => text(PLOT.left - 8, y.at(time) + 4, `${time.toLocaleString('en')} ms`, 'end')),
    text((PLOT.left + PLOT.right) / 2, PLOT.bottom + 44, 'memberships', 'middle'),
    ...curves.flatMap(({ name, points }, n) => {
      const colour = COLOURS[n % COLOURS.length] ?? '';
      const places = points.map(([size, time]) => [x.at(size), y.at(time)] as const);
      const path = places.map(([left, top]) => `${left.toFixed(1)},${top.toFixed(1)}`).join(' ');
      return [
        `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
        ...places.map(
          ([left, top]) => `<circle cx="${left.toFixed(1)}" cy="${top.toFixed(1)}" r="3" fill="${colour}"/>`,
        ),
        `<circle cx="${PLOT.right + 16}" cy="${(labels[n] ?? 0).toFixed(1)}" r="4" fill="${colour}"/>`,
        text(PLOT.right + 26, (labels[n] ?? 0) + 4, name, 'start'),
      ];
    }),
    '</svg>',
    '',
  ].join('\n');
}

/** Creates a logarithmic scale that covers whole decades. */
function scale(values: readonly number[], from: number, to: number) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(Math.ceil(Math.log10(Math.max(...values))), low + 1);
  return {
    at: (value: number) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
    decades: Array.from({ length: high - low + 1 }, (_, n) => 10 ** (low + n)),
  };
}

/** Moves overlapping names apart, downwards and by as little as possible. */
function spreadOut(wanted: readonly number[]): readonly number[] {
  const order = [...wanted.keys()].sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = [...wanted];
  let above = PLOT.top - LINE;
  for (const n of order) {
    above = Math.max(wanted[n] ?? 0, above + LINE);
    placed[n] = above;
  }
  return placed;
}

const line = (x1: number, y1: number, x2: number, y2: number): string =>
  `<line class="grid" x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}"/>`;

const text = (x: number, y: number, words: string, anchor: string): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${words}</text>`;
