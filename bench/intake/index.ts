import type { Aim, Bench, Findings, Setting } from '../bench.ts';
import { startGenerator } from '../load/load.ts';
import { profileTable, type Share } from '../profile.ts';
import { figure, ratios, shown, spreadOf } from '../spread.ts';
import { measureBare, measureInserts, measureIntake, profileIntake } from './measure.ts';

const CONNECTIONS = 128;

const METHOD = [
  'Signed events about a membership each come over so many connections as fast as they are answered; 200 means that event and job are committed. The intake runs as an operator starts it (`PARTS=intake`), in a process of its own, as does what puts the load on it. Beside it, in turns within each round: a bare Fastify handler, started with the same flags, that verifies the same signature and stores nothing; and the same rows, written to the same database by a single connection, a group in one statement. A group is as large as the intake’s were.',
  'Then, in each round, events come at half of the rate that was reached, at random times, whether those before were answered or not. The latency is from the moment at which one was to come.',
];

const WHY =
  'Whoever sends, the intake and the database share the machine’s processors, and the bare handler has those of the database besides: where there are few, the sum of what an event costs in all of them decides. What the intake does beyond the bare handler is in its profile: an id for the trace, the event read and checked, a line of the log, and a share of one transaction.';

export const intake: Bench = {
  name: 'intake',
  title: 'Taking webhooks',
  async run(setting): Promise<Findings> {
    const results: Result[] = [];
    for (const home of setting.homes) results.push(await measure(setting, home));
    const [aimedAt] = setting.homes;
    const profile = aimedAt
      ? [
          profileTable(
            `For whom the intake’s process worked, on ${aimedAt.name}`,
            await lookAt(setting, aimedAt),
          ),
        ]
      : [];
    return {
      method: [`${METHOD[0]} Connections: ${CONNECTIONS}.`, ...METHOD.slice(1)],
      tables: [
        {
          caption: 'Events per second, and at half of that the milliseconds until 200',
          head: [
            ...['database', 'acknowledged', 'bare handler', 'of it', 'database alone', 'of it'],
            ...['events in a group', 'p50', 'p99'],
          ],
          rows: results.map(toRow),
        },
        {
          caption: 'Microseconds of a processor that an event takes',
          head: ['database', 'in the intake', 'in the bare handler'],
          rows: results.map(({ home, own, bareOwn }) => [
            home,
            shown(spreadOf(own)),
            shown(spreadOf(bareOwn)),
          ]),
        },
        ...profile,
      ],
      aims: results.filter(({ isAimedAt }) => isAimedAt).flatMap(toAims),
      notes: [WHY],
      pictures: [],
    };
  },
};

type Result = Awaited<ReturnType<typeof measure>>;

async function measure({ isQuick, homes, say }: Setting, home: Setting['homes'][number]) {
  const isAimedAt = home === homes[0];
  const [rounds, count] = isQuick ? [1, 200] : isAimedAt ? [5, 10_000] : [3, 2_000];
  const generator = startGenerator();
  const series: Series = {
    intake: [],
    own: [],
    bare: [],
    bareOwn: [],
    inserts: [],
    groups: [],
    p50: [],
    p99: [],
  };
  for (let round = 1; round <= rounds; round++) {
    say(`intake, ${home.name}, round ${round} of ${rounds}`);
    const load = { generator, count, connections: CONNECTIONS };
    const bare = await measureBare(load);
    series.bare.push(bare.perSecond);
    series.bareOwn.push(bare.processor);
    const store = await home.create();
    const taken = await measureIntake(load, store);
    series.intake.push(taken.perSecond);
    series.own.push(taken.processor);
    series.p50.push(taken.atHalf.p50);
    series.p99.push(taken.atHalf.p99);
    const inserted = await measureInserts(store, count);
    series.inserts.push(inserted.perSecond);
    series.groups.push(inserted.groupSize);
    await store.remove();
  }
  await generator.end();
  return { home: home.name, isAimedAt, ...series };
}

type Series = Record<'intake' | 'own' | 'bare' | 'bareOwn' | 'inserts' | 'groups' | 'p50' | 'p99', number[]>;

async function lookAt({ isQuick, say }: Setting, home: Setting['homes'][number]): Promise<readonly Share[]> {
  say(`intake, ${home.name}, its profile`);
  const generator = startGenerator();
  const store = await home.create();
  const load = { generator, count: isQuick ? 200 : 10_000, connections: CONNECTIONS };
  const shares = await profileIntake(load, store);
  await store.remove();
  await generator.end();
  return shares;
}

const percent = (those: readonly number[], these: readonly number[]) =>
  spreadOf(ratios(those, these).map((share) => share * 100));

const toRow = ({ home, intake, bare, inserts, groups, p50, p99 }: Result) => [
  ...[home, shown(spreadOf(intake)), shown(spreadOf(bare)), shown(percent(intake, bare), ' %')],
  ...[shown(spreadOf(inserts)), shown(percent(intake, inserts), ' %'), figure(spreadOf(groups).median)],
  ...[shown(spreadOf(p50)), shown(spreadOf(p99))],
];

const toAims = ({ home, intake, bare, inserts, p99 }: Result): Aim[] => [
  {
    what: `acknowledged, of what a bare handler answers (${home})`,
    bound: { is: 'at least', value: 60 },
    unit: '%',
    measured: percent(intake, bare),
  },
  {
    what: `acknowledged, of what the database takes (${home})`,
    bound: { is: 'at least', value: 50 },
    unit: '%',
    measured: percent(intake, inserts),
  },
  {
    what: `p99 at half of the load (${home})`,
    bound: { is: 'at most', value: 50 },
    unit: 'ms',
    measured: spreadOf(p99),
  },
];
