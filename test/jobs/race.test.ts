import { setTimeout } from 'node:timers/promises';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { startJobs } from '../../src/jobs/index.ts';
import { defineQueue } from '../../src/queue.ts';
import { databaseForThisTest, isOnServer } from '../support/database.ts';
import { quietLog } from '../support/log.ts';
import { waitFor } from '../support/wait.ts';

const changed = defineQueue({
  name: 'changed',
  data: Type.Object({ membershipId: Type.String() }),
  policy: 'collapse',
  retries: 2,
  retryDelay: 1,
  retryDelayMax: 1,
  timeout: 30,
  concurrency: 5,
});

/** Enough rounds to show the race: before its fix, one job in six was lost. */
const ROUNDS = 150;

// The embedded database runs one transaction at a time, so nothing can race there.
test.runIf(isOnServer()).each(['send', 'sendAll'] as const)(
  "two concurrent calls of %s with one key lose no event, even if the other's job has begun",
  async (way) => {
    const database = await databaseForThisTest();
    const { prisma } = database;
    const jobs = await startJobs({ database, queues: [changed], log: quietLog });
    await jobs.work(changed, async ({ membershipId }) => {
      const seen = await prisma.inboxEvent.findMany({ where: { membershipId, workedAt: null } });
      const id = { in: seen.map((event) => event.id) };
      await prisma.inboxEvent.updateMany({ where: { id }, data: { workedAt: new Date() } });
    });
    const tell = (id: string, membershipId: string) =>
      prisma.$transaction(async (transaction) => {
        const event = { id, membershipId, name: 'changed', receivedAt: new Date(), payload: {} };
        await transaction.inboxEvent.create({ data: event });
        const options = { key: membershipId };
        if (way === 'send') await jobs.send(changed, { membershipId }, { ...options, transaction });
        else await jobs.sendAll(changed, [{ ...options, data: { membershipId } }], { transaction });
      });
    for (let round = 0; round < ROUNDS; round++) {
      const first = tell(`first ${round}`, `mem_${round}`);
      // Varies the start of the second call, from at once to just before the first one commits.
      await setTimeout(round % 4);
      await Promise.all([first, tell(`second ${round}`, `mem_${round}`)]);
    }
    const unworked = () => prisma.inboxEvent.count({ where: { workedAt: null } });
    await waitFor(async () => expect(await unworked()).toBe(0));
    await jobs.stop();
  },
);
