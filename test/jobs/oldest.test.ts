import Type from 'typebox';
import { expect, test } from 'vitest';
import { startJobs } from '../../src/jobs/index.ts';
import { defineQueue } from '../../src/queue.ts';
import { databaseForThisTest } from '../support/database.ts';
import { quietLog } from '../support/log.ts';
import { waitFor } from '../support/wait.ts';

const serve = defineQueue({
  name: 'serve',
  data: Type.Object({ name: Type.String() }),
  policy: 'standard',
  retries: 0,
  retryDelay: 1,
  retryDelayMax: 1,
  timeout: 30,
  concurrency: 1,
});

test('a steady flow of jobs with a higher priority does not starve a waiting one', async () => {
  const jobs = await startJobs({ database: await databaseForThisTest(), queues: [serve], log: quietLog });
  await jobs.send(serve, { name: 'patient' });
  await jobs.send(serve, { name: 'for later' }, { startAfter: new Date('2100-01-01') });
  for (let n = 0; n < 15; n++) await jobs.send(serve, { name: `${n}` }, { priority: n + 1 });
  const served: string[] = [];
  await jobs.work(serve, async ({ name }) => {
    served.push(name);
    // Each job served adds another.
    if (served.length < 40) await jobs.send(serve, { name: 'another' }, { priority: 100 });
  });

  await waitFor(() => expect(served.length).toBeGreaterThan(40));
  expect(served[0]).toBe('14');
  expect(served.indexOf('patient')).toBeGreaterThan(5);
  expect(served.indexOf('patient')).toBeLessThan(15);
  await jobs.stop();
});
