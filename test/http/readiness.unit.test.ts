import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../src/http/app.ts';
import { type Check, type Phase, readiness, runChecks } from '../../src/http/health.ts';
import { quietLog } from '../support/log.ts';

async function appWith(checks: Readonly<Record<string, Check>>) {
  const app = buildApp({ log: quietLog });
  onTestFinished(() => app.close());
  const life: { phase: Phase } = { phase: 'running' };
  await app.register(readiness, { phase: () => life.phase, look: runChecks(checks, 50) });
  const ask = async () => {
    const response = await app.inject('/readyz');
    return [response.statusCode, response.json()];
  };
  return { ask, life };
}

test('a process is ready when every check is ok or on standby', async () => {
  const { ask } = await appWith({ database: () => 'ok', gateway: () => 'standby' });
  const checks = { database: { state: 'ok' }, gateway: { state: 'standby' } };
  expect(await ask()).toEqual([200, { status: 'ready', checks }]);
});

test('a failing check is named without its cause', async () => {
  const { ask } = await appWith({
    database: () => Promise.reject(new Error('postgresql://user:password@host')),
    queue: () => 'ok',
  });
  const checks = { database: { state: 'failed' }, queue: { state: 'ok' } };
  expect(await ask()).toEqual([503, { status: 'failing', checks }]);
});

test('a silent check times out and is not started again before it ends', async () => {
  let asked = 0;
  const silence = Promise.withResolvers<'ok'>();
  const { ask } = await appWith({
    database: () => {
      asked += 1;
      return silence.promise;
    },
  });
  const answers = await Promise.all([ask(), ask()]);
  expect(await ask()).toEqual([503, { status: 'failing', checks: { database: { state: 'timed out' } } }]);
  expect(answers.map(([status]) => status)).toEqual([503, 503]);
  expect(asked).toBe(1);
  silence.resolve('ok');
  await silence.promise;
  expect(await ask()).toMatchObject([200, { status: 'ready' }]);
});

test.each(['starting', 'stopping'] as const)('a process that is %s is not ready', async (phase) => {
  const { ask, life } = await appWith({ database: () => 'ok' });
  life.phase = phase;
  expect(await ask()).toEqual([503, { status: phase, checks: { database: { state: 'ok' } } }]);
});
