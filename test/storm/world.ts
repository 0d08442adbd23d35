import { systemClock } from '../../src/clock.ts';
import type { Send } from '../../src/queue.ts';
import { foundCrew } from '../support/crew.ts';
import { startBot, startQueues } from './bot.ts';
import { openChat } from './chat.ts';
import { openShop } from './shop.ts';
import { createStore } from './store.ts';
import { clear } from './waiting.ts';

/** What all runs of a worker share: a chat community, a Commerce Service, a database; and a clock that is moved. */
export async function openWorld() {
  let ahead = 0;
  const clock = { now: () => new Date(systemClock.now().getTime() + ahead) };
  const chat = await openChat(clock);
  const shop = await openShop();
  const store = await createStore();
  let database = await store.open();
  let jobs = await startQueues(database);
  const send: Send = (queue, data, options) => jobs.send(queue, data, options);
  return {
    clock,
    chat,
    shop,
    prisma: () => database.prisma,
    send,
    pass(milliseconds: number) {
      ahead += milliseconds;
    },
    /** A guild of the run's own, whose bot may give its roles. */
    async found(people: number, roles: number) {
      await clear(database.prisma);
      shop.memberships.clear();
      chat.touched.clear();
      return foundCrew(chat.sandbox, people, roles);
    },
    startBot: (guildId: string) =>
      startBot(jobs, { database, clock, guildId, apiUrl: chat.sandbox.apiUrl, shopUrl: shop.baseUrl }),
    /** The database is closed and opened with what it holds. */
    async reopen() {
      await jobs.stop();
      await database.close();
      database = await store.open();
      jobs = await startQueues(database);
    },
    async close() {
      await jobs.stop();
      await database.close();
      await store.remove();
      shop.close();
      await chat.close();
    },
  };
}
export type World = Awaited<ReturnType<typeof openWorld>>;
