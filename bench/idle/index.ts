import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../test/support/ports.ts';
import type { Bench, Findings, Setting } from '../bench.ts';
import { startProgram } from '../program.ts';
import { shown, spreadOf } from '../spread.ts';
import { type Usage, usageOf } from '../usage.ts';

const METHOD = [
  'Everything in one process, as `npm start` starts it, sandbox included. The first start makes the database; then it is started over and over. A start takes until it says that it runs. Memory and processor are those of the last one, left alone: its memory at the end.',
];

export const idle: Bench = {
  name: 'idle',
  title: 'When nothing happens',
  async run(setting): Promise<Findings> {
    const rows: string[][] = [];
    for (const home of setting.homes) rows.push(await measure(setting, home));
    return {
      method: METHOD,
      tables: [
        {
          caption: 'One process with all parts',
          head: ['database', 'first start', 'later starts', 'memory', 'processor while idle'],
          rows,
        },
      ],
      aims: [],
      notes: [],
      pictures: [],
    };
  },
};

async function measure({ isQuick, say }: Setting, home: Setting['homes'][number]): Promise<string[]> {
  const [starts, seconds] = isQuick ? [1, 1] : [5, 30];
  const store = await home.create();
  const variables = { ...store.variables, PORT: String(await freePort()) };
  const first = await startProgram(variables);
  await first.end();
  const times: number[] = [];
  let used: readonly [Usage, Usage] | undefined;
  for (let start = 1; start <= starts; start++) {
    say(`idle, ${home.name}, start ${start} of ${starts}`);
    const program = await startProgram(variables);
    times.push(program.startTime / 1000);
    if (start === starts) used = await watch(program.pid, seconds);
    await program.end();
  }
  await store.remove();
  const [before, after] = used ?? [];
  const share = ((after?.processor ?? 0) - (before?.processor ?? 0)) / seconds;
  return [
    ...[home.name, shown(spreadOf([first.startTime / 1000]), ' s'), shown(spreadOf(times), ' s')],
    ...[shown(spreadOf([after?.memory ?? 0]), ' MB'), shown(spreadOf([share * 100]), ' % of one')],
  ];
}

/** Waits until the work after the start is finished, then measures the usage. */
async function watch(pid: number, seconds: number): Promise<readonly [Usage, Usage]> {
  await setTimeout((seconds * 1000) / 3);
  const before = await usageOf(pid);
  await setTimeout(seconds * 1000);
  return [before, await usageOf(pid)];
}
