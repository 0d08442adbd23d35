import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const LOG = join(import.meta.dirname, '../src/log.ts');

test.each([
  ['exits', 'process.exit(0)'],
  ['ends by itself', ''],
  ['dies of an error', "setTimeout(() => { throw new Error('nobody catches this') })"],
])('a process that %s has written every line of its log', async (_, end) => {
  const script = `
    const { createLog } = await import(${JSON.stringify(LOG)});
    const log = createLog('info');
    for (let n = 1; n <= 3000; n++) log.info({ n }, 'a line');
    ${end}`;
  const ended = run(process.execPath, ['--input-type=module', '--eval', script]);
  const { stdout } = await ended.catch((error: { stdout: string }) => error);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(3000);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ n: 3000 });
});
