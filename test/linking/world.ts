import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import { membershipChanged } from '../../src/access/queues.ts';
import { parseConfig } from '../../src/config.ts';
import { createArrivals } from '../../src/linking/arrivals.ts';
import { connectionChanged, linkChanged } from '../../src/linking/queues.ts';
import { linkRoutes } from '../../src/linking/routes.ts';
import { openCommerce } from '../../src/parts/commerce.ts';
import { type Ground, openGround } from '../../src/parts/ground.ts';
import { guildAccess } from '../../src/parts/guild-access.ts';
import { openIntake } from '../../src/parts/intake.ts';
import { createLinking, openLinkWork } from '../../src/parts/linking.ts';
import { listen } from '../../src/parts/listen.ts';
import { openSandbox } from '../../src/parts/sandbox.ts';
import { seed } from '../../src/parts/seed.ts';
import { openWorker } from '../../src/parts/worker.ts';
import { createTestDatabase, isOnServer } from '../support/database.ts';
import { userOf } from '../support/journey.ts';
import { quietLog } from '../support/log.ts';
import { freePort } from '../support/ports.ts';

/** The queues whose jobs lead to linked roles being told. */
const TELLING = [connectionChanged, linkChanged, membershipChanged].map(({ name }) => name);

export const SECRET_KEY = 'only for the tests; thirty-two of it';

/**
 * A Rolekeeper whose pages take as many requests as a test likes, and whose clock can be put forward; everything
 * else is as in any other.
 */
export function useWorld() {
  let world: Awaited<ReturnType<typeof open>> | undefined;
  const opened = new AsyncDisposableStack();
  // A journey is a dozen pages: on a busy machine that takes its time.
  vi.setConfig({ testTimeout: 60_000 });
  afterAll(() => vi.resetConfig());
  beforeAll(async () => {
    world = await open(opened);
  }, 180_000);
  afterAll(() => opened.disposeAsync(), 60_000);
  return () => {
    if (!world) throw new Error('The world is there within tests only.');
    return world;
  };
}

async function open(opened: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), 'rolekeeper-test-'));
  opened.defer(() => rm(folder, { recursive: true }));
  const server = isOnServer() ? await createTestDatabase() : undefined;
  if (server) opened.defer(() => server.remove());
  const time = { ahead: 0 };
  const clock = { now: () => new Date(Date.now() + time.ahead) };
  const config = parseConfig({
    ...{ PORT: String(await freePort()), DATA_DIR: folder, COMMERCE_RATE_LIMIT: '0' },
    ...{ DATABASE_URL: server?.url, SECRET_KEY },
  });
  const ground = await openGround({ config, clock, log: quietLog }, opened);
  const sandbox = await openSandbox(ground);
  const commerce = await openCommerce(ground);
  await openIntake(ground);
  await seed(ground, commerce, sandbox);
  const linking = openPages(ground, sandbox);
  await ground.app.register(linkRoutes(linking.routes));
  await listen(ground);
  opened.defer(() => ground.jobs.stop());
  opened.defer(await commerce.work(ground.jobs));
  await openWorker(ground, linking.access, () => undefined);
  await openLinkWork(ground, linking.deps);
  const user = userOf(config.publicUrl, ground.secrets.commerceApiKey);
  const [seeded] = await user.plans();
  const plan = await user.createPlan({ product_id: seeded?.product, initial_price: 9 });
  const member = (username: string): string => {
    const found = sandbox.community.state.users.values().find((one) => one.username === username);
    if (!found) throw new Error(`Nobody is called ${username}.`);
    return found.id;
  };
  return {
    ...{ ground, sandbox, user, member, time },
    deps: linking.deps,
    prisma: ground.database.prisma,
    url: config.publicUrl,
    /** Waits until linked roles were told of everybody. */
    allTold: () =>
      vi.waitUntil(
        async () =>
          (await ground.jobs.depths()).every(
            ({ queue, waiting, active }) => !TELLING.includes(queue) || waiting + active === 0,
          ),
        { timeout: 30_000 },
      ),
    /** Buys what gives the role Supporter and no other, without naming a chat account. */
    async buy(email: string) {
      const response = await fetch(plan.direct_link, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({ email, card_number: '4242424242424242' }),
      });
      if (!response.ok) throw new Error(await response.text());
    },
  };
}

function openPages(ground: Ground, sandbox: Awaited<ReturnType<typeof openSandbox>>) {
  const access = guildAccess(ground, sandbox);
  const deps = access && createLinking(ground, access, sandbox);
  if (!deps) throw new Error('The sandbox has an OAuth side.');
  const { publicUrl } = ground.config;
  return { access, deps, routes: { ...deps, publicUrl, arrivals: createArrivals(deps), limit: 1_000_000 } };
}
