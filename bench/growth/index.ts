import type { Aim, Bench, Findings } from '../bench.ts';
import { figure, percentile } from '../spread.ts';
import { type Curve, drawGrowth } from './picture.ts';
import { growTo } from './seed.ts';
import { openWorks } from './works.ts';

const METHOD = [
  'Memberships are put into the database by itself, as many at the service as in the bot’s mirror and ledger; then each of these is done over and over, within one process, and the median counts. The platform answers at once.',
];

const CAPTION = 'Milliseconds by the number of memberships, both on logarithmic scales';

const NOTE =
  'A list says how many results there are in all, so the database counts them once for who begins to read it; a page somewhere in it is counted off from the first one. Who goes on page by page, as clients do, pays for neither: each page begins where the one before ended.';

/** Limit of the slowdown between two sizes: the growth of n·log n, doubled to allow for noise. */
const allowed = (from: number, to: number) => (2 * to * Math.log(to)) / (from * Math.log(from));

export const growth: Bench = {
  name: 'growth',
  title: 'How it grows',
  async run({ homes: [home], isQuick, say }): Promise<Findings> {
    if (!home) throw new Error('There is no database.');
    const [sizes, repeats] = isQuick ? [[1_000, 2_000], 2] : [[1_000, 10_000, 100_000, 1_000_000], 15];
    const store = await home.create();
    const database = await store.open();
    const { works, close } = await openWorks(database);
    const curves = works.map(({ name }) => ({ name, points: [] as [number, number][] }));
    let before = 0;
    for (const size of sizes) {
      say(`growth, ${home.name}, ${size.toLocaleString('en')} memberships`);
      await growTo(database.prisma, before, size);
      before = size;
      for (const [n, work] of works.entries()) {
        const times: number[] = [];
        for (let repeat = 0; repeat <= repeats; repeat++) {
          await work.prepare?.(size);
          const begun = performance.now();
          await work.run(size);
          // The first run warms up.
          if (repeat > 0) times.push(performance.now() - begun);
        }
        curves[n]?.points.push([
          size,
          percentile(
            times.sort((a, b) => a - b),
            0.5,
          ),
        ]);
      }
    }
    await close();
    await database.close();
    await store.remove();
    return {
      method: METHOD,
      tables: [
        {
          caption: `Milliseconds by the number of memberships, on ${home.name}`,
          head: ['what', ...sizes.map((size) => size.toLocaleString('en'))],
          rows: curves.map(({ name, points }) => [name, ...points.map(([, time]) => figure(time))]),
        },
      ],
      aims: curves.map(toAim),
      notes: [NOTE],
      pictures: [{ name: 'growth', caption: CAPTION, svg: drawGrowth(CAPTION, curves) }],
    };
  },
};

function toAim({ name, points }: Curve): Aim {
  const [first = [1, 1], last = first] = [points[0], points.at(-1)];
  const times = last[1] / first[1];
  return {
    what: `${name}: times slower with ${figure(last[0] / first[0])} times as many`,
    bound: { is: 'at most', value: Math.round(allowed(first[0], last[0])) },
    unit: 'times',
    measured: { median: times, min: times, max: times },
  };
}
