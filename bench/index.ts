import { parseArgs } from 'node:util';
import { systemClock } from '../src/clock.ts';
import type { Bench } from './bench.ts';
import { commerce } from './commerce/index.ts';
import { type Result, writeDocument } from './document.ts';
import { growth } from './growth/index.ts';
import { findHomes } from './home.ts';
import { idle } from './idle/index.ts';
import { intake } from './intake/index.ts';
import { describeMachine } from './machine.ts';
import { purchase } from './purchase/index.ts';
import { sweep } from './sweep/index.ts';
import { aimsTable, toText } from './table.ts';

// Runs all benchmarks, or the named ones, one after the other in one run on this machine, and prints the results. With
// --write, also writes the document. With --quick, everything is small and on one database, and the figures mean
// nothing.
const BENCHES: readonly Bench[] = [intake, purchase, sweep, commerce, growth, idle];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => BENCHES.every((bench) => bench.name !== name));
if (unknown.length > 0) {
  const names = BENCHES.map(({ name }) => name).join(', ');
  process.stderr.write(`There is no benchmark ${unknown.join(', ')}. There are: ${names}.\n`);
  process.exit(1);
}
if (values.write && (values.quick || positionals.length > 0)) {
  process.stderr.write('The document holds one run of everything: --write goes without names and --quick.\n');
  process.exit(1);
}
const chosen = BENCHES.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const { homes, removeAll } = await findHomes(process.env['DATABASE_URL']);
process.once('SIGINT', () => void removeAll().finally(() => process.exit(130)));
const setting = {
  homes: values.quick ? homes.slice(0, 1) : homes,
  isQuick: values.quick,
  clock: systemClock,
  say: (text: string) => void process.stderr.write(`… ${text}\n`),
};
const facts = describeMachine(homes);
process.stdout.write(`${facts.join('\n')}\n`);
const results: Result[] = [];
try {
  for (const bench of chosen) {
    const findings = await bench.run(setting);
    results.push({ bench, findings });
    const tables = [...findings.tables, ...(findings.aims.length > 0 ? [aimsTable(findings.aims)] : [])];
    process.stdout.write(`\n${bench.title}\n\n${tables.map(toText).join('\n\n')}\n`);
    for (const note of findings.notes) process.stdout.write(`\n${note}\n`);
  }
} finally {
  await removeAll();
}
if (values.write) await writeDocument(results, facts, setting.clock.now());
