import { expect, onTestFinished, test, vi } from 'vitest';
import { DEFAULT_POLICY, saveMapping } from '../../../src/access/mappings/mappings.ts';
import { systemClock } from '../../../src/clock.ts';
import { openDatabase } from '../../../src/database/index.ts';
import { TOKEN } from '../../sandbox/sandbox.ts';
import { openChat } from '../../storm/chat.ts';
import { openBalancer } from '../../support/balancer.ts';
import { foundCrew } from '../../support/crew.ts';
import { emptyDatabase, hasServer } from '../../support/empty-database.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { userOf } from '../../support/journey.ts';
import { freePort } from '../../support/ports.ts';
import { startProcess } from '../../support/process.ts';

const SECRET_KEY = 'only for the tests; thirty-two of it';
const API_KEY = 'key_for_the_test_of_parts';

/** A burst in one server: three times what the platform takes in ten seconds. */
const BUYERS = 30;

/** How long the platform's limits make it last, in milliseconds, with some to spare. */
const DURATION = 120_000;

test.runIf(hasServer)(
  'a service, two intakes, two workers and a bot, each a process, work as one',
  async () => {
    const chat = await openChat(systemClock);
    onTestFinished(() => chat.close());
    const crew = foundCrew(chat.sandbox, BUYERS, 1);
    const {
      guildId,
      people,
      roles: [roleId = ''],
    } = crew;
    const url = await emptyDatabase();
    const balancer = await openBalancer();
    const start = async (parts: string, variables: Record<string, string> = {}) => {
      const port = await freePort();
      const running = startProcess({
        PORT: String(port),
        DATA_DIR: await temporaryFolder(),
        PARTS: parts,
        PUBLIC_URL: balancer.url,
        DATABASE_URL: url,
        SECRET_KEY,
        LOG_LEVEL: 'debug',
        ...variables,
      });
      await running.printed('Rolekeeper is running');
      return { ...running, port };
    };
    const platform = {
      DISCORD_TOKEN: TOKEN,
      DISCORD_API_URL: chat.sandbox.apiUrl,
      DISCORD_GUILD_IDS: guildId,
    };
    const commerce = await start('commerce', { COMMERCE_API_KEY: API_KEY });
    const service = { COMMERCE_URL: `http://127.0.0.1:${commerce.port}`, COMMERCE_API_KEY: API_KEY };
    const intakes = await Promise.all([start('intake'), start('intake')]);
    const workers = await Promise.all([1, 2].map(() => start('worker', { ...platform, ...service })));
    const bot = await start('bot', { ...platform, ...service });
    balancer.route([
      { path: '/webhooks/', ports: intakes.map(({ port }) => port) },
      { path: '/', ports: [commerce.port] },
    ]);

    const user = userOf(balancer.url, API_KEY);
    const plan = await user.createPlan({ initial_price: 9 });
    const database = await openDatabase({ url, dataDir: '' });
    await saveMapping(database.prisma, {
      guildId,
      roleId,
      sourceId: plan.id,
      condition: 'valid',
      ...DEFAULT_POLICY,
    });
    await database.close();
    await Promise.all(people.map((person) => user.buy(plan.direct_link, person)));
    const holders = () =>
      [...(chat.sandbox.community.guild(guildId)?.members.values() ?? [])].filter(({ roles }) =>
        roles.includes(roleId),
      );
    await vi.waitUntil(() => holders().length === people.length, { timeout: DURATION, interval: 100 });
    expect(chat.sandbox.calls.answered(429)).toBe(0);

    const processes = [bot, ...workers, ...intakes, commerce];
    for (const { port } of processes)
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    for (const one of processes) expect(await one.end('SIGTERM')).toBe(0);
    for (const one of intakes) expect(one.output()).toContain('webhook received');
    for (const one of workers) expect(one.output()).toContain('member notified');
  },
);
