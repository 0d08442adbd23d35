import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createProfiler } from '../../bench/profile.ts';

const run = promisify(execFile);
const FIELDS = join(import.meta.dirname, '../../src/commerce-client/fields.ts');

test('a profile attributes the time to files, and the shares add up to one', async () => {
  const profiler = createProfiler();
  profiler.begin();
  const script = `
    const { toDate } = await import(${JSON.stringify(FIELDS)});
    const end = performance.now() + 500;
    while (performance.now() < end) toDate('2026-11-21T12:00:00.000Z');`;
  await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, ...profiler.variables },
  });
  const shares = new Map(profiler.end());
  // On a busy machine most of the time may go into starting the process.
  expect([...shares.keys()].find((file) => file.startsWith('src/'))).toBe('src/commerce-client/fields.ts');
  expect(shares.values().reduce((sum, part) => sum + part, 0)).toBeCloseTo(1);
});

test('a profile ignores work from before it began', async () => {
  const profiler = createProfiler();
  await run(process.execPath, ['--eval', '1'], { env: { ...process.env, ...profiler.variables } });
  profiler.begin();
  expect(profiler.end()).toEqual([]);
});
