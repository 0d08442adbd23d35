import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { membershipChanged } from '../../src/access/queue/queues.ts';
import { openCommerce } from '../../src/composition/commerce.ts';
import { type Container, containerOn } from '../../src/composition/container.ts';
import { guildAccess } from '../../src/composition/guild-access.ts';
import { openIntake } from '../../src/composition/intake.ts';
import { createLinking, openLinkWork } from '../../src/composition/linking.ts';
import { listen } from '../../src/composition/listen.ts';
import { openSandbox } from '../../src/composition/sandbox.ts';
import { seed } from '../../src/composition/seed.ts';
import { openWorker } from '../../src/composition/worker.ts';
import { parseConfig } from '../../src/config/config.ts';
import { createArrivals } from '../../src/linking/arrivals.ts';
import { connectionChanged, linkChanged } from '../../src/linking/queues.ts';
import { linkRoutes } from '../../src/linking/routes.ts';
import { createRateLimits } from '../../src/sandbox/index.ts';
import { hurriedClock } from '../support/clocks.ts';
import { openTestDatabase } from '../support/database.ts';
import { userOf } from '../support/journey.ts';
import { quietLog } from '../support/log.ts';
import { freePort } from '../support/ports.ts';
import { waitUntil } from '../support/wait.ts';

/** Queues whose jobs lead to updates of linked roles. */
const TELLING: readonly string[] = [connectionChanged, linkChanged, membershipChanged].map(
  ({ name }) => name,
);

export const SECRET_KEY = 'only for the tests; thirty-two of it';

/** Starts a Rolekeeper whose linking pages have practically no request limit, and whose clock can be advanced. */
export function useWorld() {
  let world: Awaited<ReturnType<typeof open>> | undefined;
  const opened = new AsyncDisposableStack();
  beforeAll(async () => {
    world = await open(opened);
  });
  afterAll(() => opened.disposeAsync());
  return () => {
    if (!world) throw new Error('The world is there within tests only.');
    return world;
  };
}

async function open(opened: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), 'rolekeeper-test-'));
  opened.defer(() => rm(folder, { recursive: true }));
  const database = await openTestDatabase();
  opened.defer(() => database.close());
  const time = { ahead: 0 };
  const clock = { now: () => new Date(Date.now() + time.ahead) };
  const config = parseConfig({
    PORT: String(await freePort()),
    DATA_DIR: folder,
    COMMERCE_RATE_LIMIT: '0',
    SECRET_KEY,
  });
  const container = await containerOn(database, { config, clock, log: quietLog }, opened);
  // The platform's limits are not what linking is about.
  const sandbox = await openSandbox(container, undefined, {
    take: createRateLimits(hurriedClock()),
    file: undefined,
  });
  const commerce = await openCommerce(container);
  await openIntake(container);
  await seed(container, commerce, sandbox);
  const linking = openPages(container, sandbox);
  await container.app.register(linkRoutes(linking.routes));
  await listen(container);
  opened.defer(() => container.jobs.stop());
  opened.defer(await commerce.work(container.jobs));
  await openWorker(container, linking.access, () => undefined);
  await openLinkWork(container, linking.deps);
  const user = userOf(config.publicUrl, container.secrets.commerceApiKey);
  const [seeded] = await user.plans();
  const plan = await user.createPlan({ product_id: seeded?.product, initial_price: 9 });
  const member = (username: string): string => {
    const found = sandbox.community.state.users.values().find((one) => one.username === username);
    if (!found) throw new Error(`Nobody is called ${username}.`);
    return found.id;
  };
  return {
    container,
    sandbox,
    user,
    member,
    time,
    /** Plan that gives the role Supporter and no other. */
    planId: plan.id,
    deps: linking.deps,
    prisma: container.database.prisma,
    url: config.publicUrl,
    /** Waits until all updates of linked roles are done. */
    allTold: () =>
      waitUntil(async () =>
        (await container.jobs.depths()).every(
          ({ queue, waiting, active }) => !TELLING.includes(queue) || waiting + active === 0,
        ),
      ),
    /** Counts the exchanges of a code for tokens, whatever the answer. */
    exchanges: () =>
      sandbox.calls
        .list()
        .filter(({ route }) => route === '/oauth2/token')
        .flatMap(({ answered }) => Object.values(answered))
        .reduce((sum, count) => sum + count, 0),
    /**
     * Buys the plan that gives the role Supporter, without naming a chat account.
     * @param browser may be signed in; a new browser by default
     */
    async buy(
      email: string,
      browser: { readonly cookies: ReadonlyMap<string, string> } = { cookies: new Map() },
    ) {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(plan.direct_link, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json', cookie },
        body: JSON.stringify({ email, card_number: '4242424242424242' }),
      });
      if (!response.ok) throw new Error(await response.text());
    },
  };
}

function openPages(container: Container, sandbox: Awaited<ReturnType<typeof openSandbox>>) {
  const access = guildAccess(container, sandbox);
  const deps = access && createLinking(container, access, sandbox);
  if (!deps) throw new Error('The sandbox has an OAuth side.');
  const { publicUrl } = container.config;
  return { access, deps, routes: { ...deps, publicUrl, arrivals: createArrivals(deps), limit: 1_000_000 } };
}
