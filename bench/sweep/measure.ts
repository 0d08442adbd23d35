import { setTimeout } from 'node:timers/promises';
import Type from 'typebox';
import { freePort } from '../../test/support/ports.ts';
import { type Chat, startChat } from '../chat/chat.ts';
import { now } from '../chat/now.ts';
import type { Home } from '../home.ts';
import { startHelper } from '../program.ts';
import { Swept, Usage } from './questions.ts';
import { countDrifted, heldRoles, storeCrowd } from './seed.ts';

/** Polling interval and timeout for the corrections, in milliseconds. */
const INTERVAL = 250;
const PATIENCE = 300_000;

/** Members besides the people: the owner and the bot. */
const OTHERS = 2;

/** Results of one full sweep; times in milliseconds, memory in MB. */
export type Sweep = Awaited<ReturnType<typeof measureSweep>>;

/** Sweeps a server of the given size, on a new platform and database. */
export async function measureSweep(home: Home, members: number, roles: number) {
  const chat = await startChat({ guilds: 1, people: members - OTHERS, roles, isLimited: false });
  const [crowd] = chat.guilds;
  if (!crowd) throw new Error('There is no server.');
  await chat.give(heldRoles(crowd));
  const store = await home.create();
  const bot = startHelper('sweep/bot.helper.ts', {
    likeProgram: true,
    variables: { ...store.variables, ...(await variablesFor(chat)) },
  });
  await bot.ask({ kind: 'open' }, Type.Object({}));
  await storeCrowd(store, crowd);
  await chat.begin(0);
  const before = await bot.ask({ kind: 'usage' }, Usage);
  const begun = now();
  const swept = await bot.ask({ kind: 'sweep', guildId: crowd.guildId }, Swept);
  const wrong = countDrifted(crowd);
  const { changes, calls } = await healed(chat, wrong);
  const after = await bot.ask({ kind: 'usage' }, Usage);
  await bot.end();
  await store.remove();
  await chat.end();
  const count = (isCounted: (call: (typeof calls)[number]) => boolean) => calls.filter(isCounted).length;
  return {
    ...swept,
    wrong,
    healed: Math.max(...Object.values(changes)) - begun,
    processor: after.processor - before.processor,
    peak: after.peak,
    lists: count(({ method, userId }) => method === 'GET' && userId === ''),
    looks: count(({ method, userId }) => method === 'GET' && userId !== ''),
    changes: count(({ method }) => method !== 'GET'),
  };
}

/** Environment of the bot and its worker. There is no Commerce Service, as nothing calls it. */
const variablesFor = async ({ token, apiUrl, guilds }: Chat) => ({
  PARTS: 'worker,bot',
  PORT: String(await freePort()),
  DISCORD_TOKEN: token,
  DISCORD_API_URL: apiUrl,
  DISCORD_GUILD_IDS: guilds.map(({ guildId }) => guildId).join(),
  COMMERCE_URL: `http://127.0.0.1:${await freePort()}`,
  COMMERCE_API_KEY: 'nobody_asks_for_it',
});

/** Waits until all drift has been corrected, and the changed members have been read back. */
async function healed(chat: Chat, wrong: number) {
  for (let waited = 0; ; waited += INTERVAL) {
    const report = await chat.report();
    const isDone = Object.keys(report.changes).length >= wrong;
    await setTimeout(INTERVAL);
    if (isDone) return chat.report();
    if (waited > PATIENCE)
      throw new Error(`Only ${Object.keys(report.changes).length} of ${wrong} are healed.`);
  }
}
