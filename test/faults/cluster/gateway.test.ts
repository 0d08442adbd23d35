import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { TOKEN } from '../../sandbox/sandbox.ts';
import { openChat } from '../../storm/chat.ts';
import { openShop } from '../../storm/shop.ts';
import { foundCrew } from '../../support/crew.ts';
import { emptyDatabase, hasServer, query } from '../../support/empty-database.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { freePort } from '../../support/ports.ts';
import { startProcess } from '../../support/process.ts';
import { wireTo } from '../../support/wire.ts';

/** How soon another one has the gateway at the latest, in milliseconds. */
const PROMISE = 30_000;

/** The same after a stop in good order: as soon as the platform lets the bot in, which is once in five seconds. */
const AT_ONCE = 25_000;

const HOLDS = 'logged in as';
const STANDS_BY = 'another process holds the gateway';
const TAKEN_OVER = 'the gateway was taken over';
const LEFT = 'leaving the gateway';

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
      PORT: String(await freePort()),
      DATA_DIR: await temporaryFolder(),
      PARTS: 'bot',
      DATABASE_URL: url,
      SECRET_KEY: 'only for the tests; thirty-two of it',
      DISCORD_TOKEN: TOKEN,
      DISCORD_API_URL: chat.sandbox.apiUrl,
      DISCORD_GUILD_IDS: guildId,
      COMMERCE_URL: shop.baseUrl,
      COMMERCE_API_KEY: 'key_for_the_test_of_the_gateway',
    });
    await bot.printed('Rolekeeper is running');
    return bot;
  };
  const registrations = () =>
    chat.sandbox.calls
      .list()
      .filter(({ method, route }) => method === 'PUT' && route.endsWith('/commands'))
      .reduce((all, { arrived }) => all + arrived, 0);
  const holder = () => query(database, "SELECT holder FROM community.leases WHERE name = 'gateway'");
  return { ...chat, database, startBot, registrations, holder };
}

const within = async (limit: number, event: Promise<void>) => {
  const late = wait(limit, 'late', { ref: false });
  expect(await Promise.race([event, late])).not.toBe('late');
};

describe.runIf(hasServer)('of two bots one holds the gateway', () => {
  test('the other takes over when it is killed, and at once when it stops in good order', async () => {
    const { startBot, sockets, registrations, holder } = await stage();
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
    const before = await holder();
    expect(await second.end('SIGTERM')).toBe(0);
    // Given back, and not run out.
    expect(await holder()).not.toEqual(before);
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
    await first.printed(LEFT);
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
