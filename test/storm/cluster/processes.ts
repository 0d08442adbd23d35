import { SECRET } from '../../intake/support.ts';
import { TOKEN } from '../../sandbox/sandbox.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { freePort } from '../../support/ports.ts';
import { startProcess } from '../../support/process.ts';
import { shiftedClock } from '../../support/shifted-clock.ts';
import type { openChat } from '../chat.ts';
import type { openShop } from '../shop.ts';

export interface ProcessesOptions {
  readonly chat: Awaited<ReturnType<typeof openChat>>;
  readonly shop: Awaited<ReturnType<typeof openShop>>;
  /** The database that they share. */
  readonly url: string;
  readonly guildIds: readonly string[];
  /** What each of them runs, as `PARTS` says it. */
  readonly parts: readonly string[];
}

/** Rolekeepers on one database, each a process that is started again when it is killed. */
export async function startProcesses({ chat, shop, url, guildIds, parts }: ProcessesOptions) {
  const start = async (part: string, port: number, ahead = 0) => {
    const running = startProcess({
      PORT: String(port),
      DATA_DIR: await temporaryFolder(),
      PARTS: part,
      LOG_LEVEL: 'error',
      ...(ahead > 0 && shiftedClock(ahead)),
      DATABASE_URL: url,
      SECRET_KEY: 'only for the tests; thirty-two of it',
      DISCORD_TOKEN: TOKEN,
      DISCORD_API_URL: chat.sandbox.apiUrl,
      DISCORD_GUILD_IDS: guildIds.join(),
      COMMERCE_URL: shop.baseUrl,
      COMMERCE_API_KEY: 'key_for_the_tests_of_processes',
      COMMERCE_WEBHOOK_SECRET: SECRET,
    });
    await running.printed('Rolekeeper is running');
    return running;
  };
  const seats = await Promise.all(
    parts.map(async (part) => {
      const port = await freePort();
      return { part, port, running: await start(part, port), isDown: false };
    }),
  );
  const replace = async (seat: (typeof seats)[number], ahead = 0) => {
    seat.isDown = true;
    await seat.running.end('SIGKILL');
    seat.running = await start(seat.part, seat.port, ahead);
    seat.isDown = false;
  };
  let kills = 0;
  const starting: Promise<void>[] = [];
  return {
    /** Where those that take webhooks do so. */
    hooks: seats
      .filter(({ part }) => part.includes('intake'))
      .map(({ port }) => `http://127.0.0.1:${port}/webhooks/commerce`),
    kills: () => kills,
    /** Kills one of them, by number, unless it is down already. */
    kill(number: number) {
      const seat = seats[number % seats.length];
      if (!seat || seat.isDown) return;
      kills += 1;
      starting.push(replace(seat));
    },
    /** Waits until all that were killed run again. */
    async allRun() {
      await Promise.all(starting.splice(0));
    },
    /** Kills them all; the clock of those that come after is ahead by so many milliseconds. */
    moveClock: (ahead: number) => Promise.all(seats.map((seat) => replace(seat, ahead))),
    async stop() {
      await Promise.all(starting.splice(0));
      return Promise.all(seats.map(({ running }) => running.end('SIGTERM')));
    },
  };
}
export type Processes = Awaited<ReturnType<typeof startProcesses>>;
