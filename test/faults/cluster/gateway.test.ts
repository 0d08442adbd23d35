import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { TOKEN } from '../../sandbox/sandbox.ts';
import { openChat } from '../../storm/chat.ts';
import { openShop } from '../../storm/shop.ts';
import { foundCrew } from '../../support/crew.ts';
import { emptyDatabase, hasServer } from '../../support/empty-database.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { freePort } from '../../support/ports.ts';
import { startProcess } from '../../support/process.ts';
import { wireTo } from '../../support/wire.ts';

/** How soon another one has the gateway at the latest, in milliseconds. */
const PROMISE = 30_000;

/** The same after a stop in good order: as soon as the platform lets the bot in, which is once in five seconds. */
const AT_ONCE = 12_000;

const HOLDS = 'logged in as';
const STANDS_BY = 'another process holds the gateway';
const TAKEN_OVER = 'the gateway was taken over';
const LEFT = 'the gateway is left';

/** A chat with one guild, and what starts one more bot on the same database. */
async function stage() {
  const chat = await openChat(systemClock);
  const shop = await openShop();
  onTestFinished(async () => {
    shop.close();
    await chat.close();
  });
  const { guildId } = foundCrew(chat.sandbox, 3, 1);
  const database = await emptyDatabase();
  const startBot = async (url = database) => {
    const bot = startProcess({
      ...{ PORT: String(await freePort()), DATA_DIR: await temporaryFolder(), PARTS: 'bot' },
      ...{ DATABASE_URL: url, SECRET_KEY: 'only for the tests; thirty-two of it' },
      ...{ DISCORD_TOKEN: TOKEN, DISCORD_API_URL: chat.sandbox.apiUrl, DISCORD_GUILD_IDS: guildId },
      ...{ COMMERCE_URL: shop.baseUrl, COMMERCE_API_KEY: 'key_for_the_test_of_the_gateway' },
    });
    await bot.printed('Rolekeeper is running');
    return bot;
  };
  const registrations = () =>
    chat.sandbox.calls
      .list()
      .filter(({ method, route }) => method === 'PUT' && route.endsWith('/commands'))
      .reduce((all, { arrived }) => all + arrived, 0);
  return { ...chat, database, startBot, registrations };
}

const within = async (limit: number, event: Promise<void>) => {
  const late = wait(limit, 'late', { ref: false });
  expect(await Promise.race([event, late])).not.toBe('late');
};

describe.runIf(hasServer)('of two bots one holds the gateway', () => {
  test('the other takes over when it is killed, and at once when it stops in good order', async () => {
    const { startBot, sockets, registrations } = await stage();
    const first = await startBot();
    const second = await startBot();
    expect(first.output()).toContain(HOLDS);
    expect(second.output()).toContain(STANDS_BY);
    expect(sockets).toEqual({ open: 1, most: 1 });

    await first.end('SIGKILL');
    await within(PROMISE, second.printed(TAKEN_OVER));
    expect(sockets).toEqual({ open: 1, most: 1 });

    const third = await startBot();
    expect(third.output()).toContain(STANDS_BY);
    expect(await second.end('SIGTERM')).toBe(0);
    await within(AT_ONCE, third.printed(TAKEN_OVER));
    expect(sockets).toEqual({ open: 1, most: 1 });
    expect(registrations()).toBe(1);
    expect(await third.end('SIGTERM')).toBe(0);
  });

  test('one that is cut off from the database has closed it before the other opens it', async () => {
    const { startBot, sockets, database } = await stage();
    const wire = await wireTo(database);
    const first = await startBot(wire.url);
    const second = await startBot();
    wire.cut();
    await within(PROMISE, second.printed(TAKEN_OVER));
    expect(first.output()).toContain(LEFT);
    expect(sockets).toEqual({ open: 1, most: 1 });

    // Back again it stands by, and is there when it is needed.
    wire.mend();
    await second.end('SIGKILL');
    await within(PROMISE, first.printed(TAKEN_OVER));
    expect(sockets).toEqual({ open: 1, most: 1 });
  });

  test('one that was paused leaves it when it goes on', async () => {
    const { startBot, sockets } = await stage();
    const first = await startBot();
    const second = await startBot();
    first.signal('SIGSTOP');
    await within(PROMISE, second.printed(TAKEN_OVER));
    first.signal('SIGCONT');
    await first.printed(LEFT);
    await vi.waitUntil(() => sockets.open === 1, { timeout: AT_ONCE });
    expect(second.output()).not.toContain(LEFT);
  });
});
