import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const BENCH = join(import.meta.dirname, '../../bench/index.ts');

/** What each benchmark prints first. */
const TITLES = [
  ...['Taking webhooks', 'From a purchase to the role', 'Sweeping a large server', 'The Commerce Service'],
  ...['How it grows', 'When nothing happens'],
];

test('each benchmark runs, and a sweep makes the calls that it should, no matter how fast', {
  timeout: 400_000,
}, async () => {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', BENCH, '--quick']);
  for (const title of TITLES) expect(stdout).toContain(`\n${title}\n`);
  const aims = stdout.split('\n').filter((line) => / calls that .* exactly /.test(line));
  expect(aims).toHaveLength(2);
  for (const aim of aims) expect(aim).toMatch(/ met$/);
});
