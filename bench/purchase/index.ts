import type { Aim, Bench, Findings, Setting, Table } from '../bench.ts';
import { createProfiler, profileTable } from '../profile.ts';
import { figure, percentile, shown, spreadOf } from '../spread.ts';
import { type Buying, openCommunity } from './community.ts';

/** Latencies added to each call to the platform, in milliseconds. */
const LATENCIES = [0, 100];

const METHOD = [
  'Somebody buys at the hosted checkout, over HTTP, and the time runs until the chat platform has given the role: checkout, webhook, mirror, decision and the platform’s own calls. Commerce Service, intake, worker and bot are one process (`npm start`); the platform is the sandbox in another one, with all of its limits. Purchases follow each other slowly enough, and over several servers with a plan each, so that no limit is met.',
];

const WHY =
  'The rest is work of one process, not waiting: beside the 5 ms for which the delivery worker collects a batch, each step takes as long as it takes to compute and to commit. It is the checkout and its events, their delivery over HTTP, the inbox, the look at the membership over HTTP, the mirror, the decision, the ledger, and two jobs in between, each committed before the next begins, so that nothing is lost whenever the process dies. Split into parts on a machine with more processors they don’t wait for one another’s computing.';

const PATH =
  'On the way to a role there are two calls to the platform: the look at the member, and the change. The platform’s own time is what these two took there, from a request’s arrival to its answer, or to the change. A look after the change follows, when the role is there already.';

export const purchase: Bench = {
  name: 'purchase',
  title: 'From a purchase to the role',
  async run(setting): Promise<Findings> {
    const results: Result[] = [];
    for (const home of setting.homes) results.push(...(await measure(setting, home)));
    return {
      method: METHOD,
      tables: [
        {
          caption: 'Milliseconds from the purchase to the role',
          head: ['database', 'latency', 'p50', 'p99', 'of it the platform’s, p50', 'the rest, p50'],
          rows: results.map(toRow),
        },
        ...(await Promise.all(setting.homes.slice(0, 1).map((home) => lookAt(setting, home)))),
      ],
      aims: results.filter(({ isAimedAt }) => isAimedAt).map(toAim),
      notes: [PATH, WHY],
      pictures: [],
    };
  },
};

type Result = {
  readonly home: string;
  readonly isAimedAt: boolean;
  readonly latency: number;
  readonly rounds: readonly (readonly Buying[])[];
};

async function measure({ homes, isQuick, say }: Setting, home: Setting['homes'][number]): Promise<Result[]> {
  const [rounds, purchases] = isQuick ? [1, 3] : [3, 30];
  const community = await openCommunity(home, isQuick);
  await community.buy(isQuick ? 1 : 10, 0);
  const results = LATENCIES.map((latency) => ({
    home: home.name,
    isAimedAt: home === homes[0],
    latency,
    rounds: [] as (readonly Buying[])[],
  }));
  for (let round = 1; round <= rounds; round++)
    for (const result of results) {
      say(`purchase, ${home.name}, ${result.latency} ms, round ${round} of ${rounds}`);
      result.rounds.push(await community.buy(purchases, result.latency));
    }
  await community.close();
  return results;
}

async function lookAt({ isQuick, say }: Setting, home: Setting['homes'][number]): Promise<Table> {
  say(`purchase, ${home.name}, its profile`);
  const profiler = createProfiler();
  const community = await openCommunity(home, isQuick, profiler.variables);
  const [before, count] = isQuick ? [1, 3] : [10, 60];
  await community.buy(before, 0);
  profiler.begin();
  await community.buy(count, 0);
  await community.close();
  return profileTable(`For whom the process worked while people bought, on ${home.name}`, profiler.end());
}

const sorted = (buyings: readonly Buying[], take: (buying: Buying) => number) =>
  buyings.map(take).sort((a, b) => a - b);

const rest = ({ total, platform }: Buying) => total - platform;

function toRow({ home, latency, rounds }: Result): string[] {
  const medians = (take: (buying: Buying) => number) =>
    shown(spreadOf(rounds.map((round) => percentile(sorted(round, take), 0.5))));
  const p99 = percentile(
    sorted(rounds.flat(), (buying) => buying.total),
    0.99,
  );
  return [
    ...[home, `${latency} ms`, medians(({ total }) => total), figure(p99)],
    ...[medians(({ platform }) => platform), medians(rest)],
  ];
}

const toAim = ({ home, latency, rounds }: Result): Aim => ({
  what: `p50 above the platform’s own time, at ${latency} ms (${home})`,
  bound: { is: 'at most', value: 60 },
  unit: 'ms',
  measured: spreadOf(rounds.map((round) => percentile(sorted(round, rest), 0.5))),
});
