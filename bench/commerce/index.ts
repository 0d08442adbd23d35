import type { Bench, Findings, Setting } from '../bench.ts';
import { type Answers, startGenerator } from '../load/load.ts';
import { ratios, shown, spreadOf } from '../spread.ts';
import { openShops } from './shop.ts';

const CONNECTIONS = 16;

const METHOD = [
  `${CONNECTIONS} connections ask as fast as they are answered. The Commerce Service runs as an operator starts it (\`PARTS=commerce\`), its limit of requests switched off. Beside it, in turns: the same framework with the same schemas and flags that keeps plans and memberships in an array, and knows neither accounts nor rules. A list is its first page of ten.`,
];

export const commerce: Bench = {
  name: 'commerce',
  title: 'The Commerce Service',
  async run(setting): Promise<Findings> {
    const rows: string[][] = [];
    for (const home of setting.homes) rows.push(...(await measure(setting, home)));
    return {
      method: METHOD,
      tables: [
        {
          caption: 'Requests per second, and milliseconds until the answer',
          head: ['database', 'request', 'service', 'array', 'of it', 'p50', 'p99'],
          rows,
        },
      ],
      aims: [],
      notes: [],
      pictures: [],
    };
  },
};

async function measure({ isQuick, say }: Setting, home: Setting['homes'][number]): Promise<string[][]> {
  const [rounds, count] = isQuick ? [1, 50] : [5, 2_000];
  const shops = await openShops(home);
  const generator = startGenerator();
  const results = new Map<string, { service: Answers[]; array: Answers[] }>();
  for (let round = 0; round <= rounds; round++) {
    say(`commerce, ${home.name}, ${round === 0 ? 'warming up' : `round ${round} of ${rounds}`}`);
    for (const [name, kind] of Object.entries(shops.kinds)) {
      const load = { kind, count, connections: CONNECTIONS };
      const array = await generator.load({ ...load, url: shops.urls.array });
      const service = await generator.load({ ...load, url: shops.urls.service });
      const known = results.get(name) ?? { service: [], array: [] };
      results.set(name, known);
      if (round === 0) continue;
      known.service.push(service);
      known.array.push(array);
    }
  }
  await generator.end();
  await shops.close();
  return [...results].map(([name, { service, array }]) => {
    const perSecond = (answers: readonly Answers[]) => answers.map((each) => each.perSecond);
    const share = ratios(perSecond(service), perSecond(array)).map((ratio) => ratio * 100);
    return [
      ...[home.name, name, shown(spreadOf(perSecond(service))), shown(spreadOf(perSecond(array)))],
      shown(spreadOf(share), ' %'),
      ...[shown(spreadOf(service.map(({ p50 }) => p50))), shown(spreadOf(service.map(({ p99 }) => p99)))],
    ];
  });
}
