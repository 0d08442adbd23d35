import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const LOG = join(import.meta.dirname, '../../src/observability/log.ts');

const HANDLED = `
  const { default: closeWithGrace } = await import('close-with-grace');
  closeWithGrace({ logger: false }, () => flushLog(log));`;

test.each([
  ['is killed after a flush', "await flushLog(log); process.kill(process.pid, 'SIGKILL')"],
  ['ends by itself', ''],
  ['dies of an error', `${HANDLED} setTimeout(() => { throw new Error('nobody catches this') })`],
])('a process that %s has written every line of its log', async (_, end) => {
  const script = `
    const { createLog, flushLog } = await import(${JSON.stringify(LOG)});
    const log = createLog('info');
    for (let n = 1; n <= 3000; n++) log.info({ n }, 'a line');
    ${end}`;
  const ended = run(process.execPath, ['--input-type=module', '--eval', script]);
  const { stdout } = await ended.catch((error: { stdout: string }) => error);
  const numbers = stdout
    .trimEnd()
    .split('\n')
    .map((line): number => JSON.parse(line).n);
  // Not in order: the rest is flushed at the end, while a write may still be under way.
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 3000 }, (_, n) => n + 1));
});

test('a logged error of the chat library contains neither the token in its address nor the body that was sent', async () => {
  const script = `
    const { createLog } = await import(${JSON.stringify(LOG)});
    const err = Object.assign(new Error('Unknown interaction'), {
      url: 'https://discord.com/api/v10/webhooks/1/a-token-of-an-interaction/messages/@original',
      requestBody: { json: { content: 'buyer@example.com' } },
      status: 404,
    });
    createLog('info').error({ err }, 'an interaction could not be answered');`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script]);
  expect(JSON.parse(stdout)).toMatchObject({ err: { message: 'Unknown interaction', status: 404 } });
  expect(stdout).not.toMatch(/a-token|buyer@/);
});
