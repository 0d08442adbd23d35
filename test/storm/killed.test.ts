import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { DEFAULT_POLICY, saveMapping } from '../../src/access/mappings/mappings.ts';
import { systemClock } from '../../src/clock.ts';
import { openDatabase } from '../../src/database/index.ts';
import { SECRET } from '../intake/support.ts';
import { TOKEN } from '../sandbox/sandbox.ts';
import { foundCrew } from '../support/crew.ts';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/ports.ts';
import { startProcess } from '../support/process.ts';
import { openChat } from './chat.ts';
import { type Buyer, PLAN, startLoad } from './load.ts';
import { openShop } from './shop.ts';

const KILLS = 50;
const SEED = 20261121;

/** Each guild takes one role change a second: several take as much as keeps a process busy. */
const GUILDS = 5;
const PEOPLE = 100;

/** How long a process lives after it has said that it runs, in milliseconds. */
const LIFE = { min: 0, max: 1_500 };

/** How long the last one may take to finish what all before it left, in milliseconds. */
const RECOVERY = 60_000;

/** The chat and the shop live on: only what is ours is killed. */
test(`killed ${KILLS} times at random under load: all that was acknowledged has its effect in the end`, {
  timeout: 900_000,
}, async () => {
  const chat = await openChat(systemClock);
  const shop = await openShop();
  const { community, apiUrl } = chat.sandbox;
  const guilds = Array.from({ length: GUILDS }, () => foundCrew(chat.sandbox, PEOPLE, 1));
  const dataDir = await temporaryFolder();
  await map(dataDir, guilds);
  const port = await freePort();
  const start = async () => {
    const started = startProcess({
      PORT: String(port),
      DATA_DIR: dataDir,
      PARTS: 'intake,worker,bot',
      LOG_LEVEL: 'error',
      DISCORD_TOKEN: TOKEN,
      DISCORD_API_URL: apiUrl,
      DISCORD_GUILD_IDS: guilds.map(({ guildId }) => guildId).join(),
      COMMERCE_URL: shop.baseUrl,
      COMMERCE_API_KEY: 'key_for_the_test_of_kills',
      COMMERCE_WEBHOOK_SECRET: SECRET,
    });
    await started.printed('Rolekeeper is running');
    return started;
  };

  const buyers = guilds.flatMap(({ guildId, people, roles: [roleId = ''] }) =>
    people.map(
      (userId): Buyer => ({
        userId,
        hasRole: () => community.guild(guildId)?.members.get(userId)?.roles.includes(roleId) ?? false,
      }),
    ),
  );
  const load = startLoad({ seed: SEED, url: `http://127.0.0.1:${port}/webhooks/commerce`, shop, buyers });
  let underWay = 0;
  for (const life of fc.sample(fc.integer(LIFE), { seed: SEED, numRuns: KILLS })) {
    const running = await start();
    await setTimeout(life);
    await running.end('SIGKILL');
    if (load.withoutEffect().length > 0) underWay += 1;
  }
  const last = await start();
  await load.stop();
  const allDone = () => load.withoutEffect().length === 0;
  await vi.waitUntil(allDone, { timeout: RECOVERY, interval: 50 }).catch(() => undefined);
  const left = load.withoutEffect();
  process.stdout.write(
    `  ${KILLS} kills (seed ${SEED}), ${underWay} of them before all that was acknowledged had its effect; ` +
      `${load.acknowledged()} events acknowledged, ${left.length} without effect in the end\n`,
  );
  await last.end('SIGTERM');
  await chat.close();
  shop.close();
  expect(left).toEqual([]);
  expect(underWay).toBeGreaterThan(KILLS / 2);
});

/** The plan gives each guild's role. */
async function map(dataDir: string, guilds: readonly ReturnType<typeof foundCrew>[]): Promise<void> {
  const database = await openDatabase({ url: undefined, dataDir });
  for (const {
    guildId,
    roles: [roleId = ''],
  } of guilds) {
    const policy = { ...DEFAULT_POLICY, condition: 'valid' as const };
    await saveMapping(database.prisma, { guildId, roleId, sourceId: PLAN, ...policy });
  }
  await database.close();
}
