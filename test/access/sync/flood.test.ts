import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { accessQueues } from '../../../src/access/index.ts';
import type { Policy } from '../../../src/access/mappings/mappings.ts';
import { memberChanged } from '../../../src/access/queue/queues.ts';
import { workAccess } from '../../../src/access/workers.ts';
import { systemClock } from '../../../src/clock.ts';
import { createCommerceClient } from '../../../src/commerce-client/index.ts';
import { startJobs } from '../../../src/jobs/index.ts';
import type { Work } from '../../../src/queue.ts';
import { databaseForThisTest } from '../../support/database.ts';
import { quietLog } from '../../support/log.ts';
import { waitFor } from '../../support/wait.ts';
import { startEngine } from '../engine.ts';
import { createIntake } from '../fixtures/deliver.ts';

const FLOOD = 25;

/** Starts a Commerce Service that has these memberships and records the requested ids. */
async function startShop(memberships: ReadonlyMap<string, object>, asked: string[]) {
  const server = createServer((request, response) => {
    const id = request.url?.split('/memberships/')[1] ?? '';
    asked.push(id);
    const membership = memberships.get(id);
    response.writeHead(membership ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(membership ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a guild whose jobs run only from `work` on, so that purchases pile up before. */
async function startTown(policy: Partial<Policy> = {}) {
  const database = await databaseForThisTest();
  const crew = await startEngine(database, 2 * FLOOD + 1);
  const jobs = await startJobs({ database, queues: accessQueues, log: quietLog });
  onTestFinished(() => jobs.stop());
  await crew.map(crew.role('Supporter'), 'plan_a', policy);
  const bought = new Map<string, object>();
  const asked: string[] = [];
  const aliases = new Map<string, string>();
  let minutes = 0;
  const clock = { ...systemClock, now: () => new Date(Date.now() + minutes * 60_000) };
  const intake = await createIntake({ prisma: database.prisma, clock, aliases, sendAll: jobs.sendAll });
  onTestFinished(() => intake.close());
  return {
    crew,
    prisma: database.prisma,
    asked,
    async buy(userId: string | undefined, membership: object, { valid = true, verified = false } = {}) {
      minutes += 1;
      const id = `mem_${bought.size}`;
      const data = { id, plan: 'plan_a', user: `user_${id}`, status: 'active', valid, ...membership };
      const body = { ...data, community_chat: { id: userId, verified } };
      bought.set(id, body);
      const action = `membership.went_${valid ? 'valid' : 'invalid'}`;
      await intake.deliver(JSON.stringify({ action, data: body }), {});
      return id;
    },
    async work() {
      const baseUrl = await startShop(bought, asked);
      const { send, sendAll } = jobs;
      const commerce = createCommerceClient({ baseUrl, apiKey: 'key', clock: systemClock });
      const deps = {
        ...crew.deps,
        send,
        sendAll,
        commerce,
        aliases,
        isAlone: true,
        guildIds: [crew.guildId],
      };
      // One job at a time, so that jobs run in the queue's order.
      const work: Work = (queue, handler) => jobs.work({ ...queue, concurrency: 1 }, handler);
      await workAccess(deps, work, async () => undefined);
    },
  };
}

test('a paying buyer gets the role among the first, despite free memberships queued before and after', async () => {
  const { crew, prisma, asked, buy, work } = await startTown();
  const [payer, ...others] = crew.people;
  const free = { payment_processor: 'free' };
  for (const other of others.slice(0, FLOOD)) await buy(other, free);
  const paid = await buy(payer, { payment_processor: 'psp' });
  for (const other of others.slice(FLOOD, 2 * FLOOD)) await buy(other, free);
  await work();

  const given = async () => {
    const changes = await prisma.roleChange.findMany({ where: { kind: 'grant' }, orderBy: { id: 'asc' } });
    return changes.map(({ userId }) => userId);
  };
  await waitFor(async () => expect(await given()).toHaveLength(2 * FLOOD + 1));
  expect(asked.indexOf(paid)).toBeLessThan(5);
  expect((await given()).indexOf(payer ?? '')).toBeLessThan(5);
});

test('the end of a grace period comes last for an account that was only typed', async () => {
  const { crew, prisma, buy, work } = await startTown({ graceDays: 3 });
  const [buyer = '', typed = ''] = crew.people;
  const expiredAt = new Date(Date.now() - 60_000).toISOString();
  const free = { payment_processor: 'free', status: 'expired', expires_at: expiredAt };
  await buy(buyer, free, { valid: false, verified: true });
  await buy(typed, free, { valid: false });
  await work();
  const later = async () =>
    prisma.$queryRaw<object[]>`
      SELECT data->>'userId' AS "userId", data->>'urgency' AS urgency FROM pgboss.job
      WHERE name = ${memberChanged.name} AND state = 'created' AND start_after > now() + interval '1 day'
      ORDER BY 2 DESC`;
  await waitFor(async () =>
    expect(await later()).toEqual([
      { userId: buyer, urgency: 'live' },
      { userId: typed, urgency: 'claimed' },
    ]),
  );
});
