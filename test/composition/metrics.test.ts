import { expect, test } from 'vitest';
import { memberChanged } from '../../src/access/queue/queues.ts';
import { openMetrics } from '../../src/composition/metrics.ts';
import { waitUntil } from '../support/wait.ts';
import { containerForThisTest } from './container.ts';

test('concurrent requests for the metrics share one reading, and the next request reads again', async () => {
  const container = await containerForThisTest();
  let asked = 0;
  container.app.addHook('preHandler', async () => {
    asked += 1;
  });
  const answered = Promise.withResolvers<void>();
  let looks = 0;
  await openMetrics(container, {
    commerce: undefined,
    guildIds: [],
    async look() {
      looks += 1;
      await answered.promise;
      return { database: 'ok' };
    },
  });
  const read = async () => (await container.app.inject('/metrics')).body;
  const both = [read(), read()];
  await waitUntil(() => asked === 2);
  answered.resolve();
  const [first, second] = await Promise.all(both);
  expect(first).toBe(second);
  expect(first).toContain('rolekeeper_needs_action 0');
  expect(looks).toBe(1);
  await read();
  expect(looks).toBe(2);
});

test('a queue without failures reports zero, so that its first failure is an increase', async () => {
  const container = await containerForThisTest();
  const look = async () => ({ database: 'ok' as const });
  await openMetrics(container, { commerce: undefined, guildIds: [], look });
  const failed = async () => {
    const { body } = await container.app.inject('/metrics');
    return /rolekeeper_queue_jobs\{queue="access.member-changed",state="failed"\} (\d+)/.exec(body)?.[1];
  };
  expect(await failed()).toBe('0');
  await container.database.prisma.$executeRaw`
    INSERT INTO pgboss.job (name, state, completed_on) VALUES (${memberChanged.name}, 'failed', now())`;
  expect(await failed()).toBe('1');
});

test('the queues of the job engine itself are not shown', async () => {
  const container = await containerForThisTest();
  const look = async () => ({ database: 'ok' as const });
  await openMetrics(container, { commerce: undefined, guildIds: [], look });
  await container.database.prisma.$executeRaw`
    INSERT INTO pgboss.job (name, state) VALUES ('__pgboss__send-it', 'active')`;
  const { body } = await container.app.inject('/metrics');
  expect(body).toContain('queue="access.member-changed"');
  expect(body).not.toContain('__pgboss__');
});
