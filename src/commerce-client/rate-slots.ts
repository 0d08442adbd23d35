import pTimeout from 'p-timeout';
import type { PrismaClient } from '../database/index.ts';

/** Rate limit: up to `burst` requests at once, then one every `interval` milliseconds. */
export interface Rate {
  readonly burst: number;
  readonly interval: number;
}

/** At most 89 requests in any 10 s; live services allow 100. */
export const RATE: Rate = { burst: 12, interval: 130 };

/** Rate limiter that hands out start times of requests. */
export interface RateSlots {
  /** Takes the next slot. @returns how many milliseconds ahead it is */
  take(): number | Promise<number>;
  /** Blocks all slots for so many milliseconds and drops saved-up ones. The longest block counts. */
  close(duration: number): void | Promise<void>;
}

/** Creates a rate limiter for one process. */
export function localRateSlots({ burst, interval }: Rate = RATE): RateSlots {
  let freeAt = Number.NEGATIVE_INFINITY;
  return {
    take() {
      const now = performance.now();
      const slot = Math.max(freeAt, now - (burst - 1) * interval);
      freeAt = slot + interval;
      return Math.max(slot - now, 0);
    },
    close(duration) {
      freeAt = Math.max(freeAt, performance.now() + duration);
    },
  };
}

/** Timeout for the database, in milliseconds. */
const TIMEOUT = 2_000;

/**
 * Creates a rate limiter shared by all processes that use one key with one service. It lives in the database and uses
 * the database's clock. If the database is slow or fails, a slot is granted at once, because each process also has its
 * own rate limiter.
 * @param service its address
 */
export const sharedRateSlots = (prisma: PrismaClient, service: string, rate: Rate = RATE): RateSlots => ({
  take: async () => (await inTime(takeShared(prisma, service, rate))) ?? 0,
  async close(duration) {
    await inTime(closeShared(prisma, service, duration));
  },
});

/** Takes a slot. `free_at` is the time of the next slot; at most `burst` unused earlier slots are saved up. */
async function takeShared(prisma: PrismaClient, service: string, { burst, interval }: Rate) {
  const saved = (burst - 1) * interval;
  const rows = await prisma.$queryRaw<{ ahead: number }[]>`
    INSERT INTO community.commerce_rate_limits AS shared (service, free_at)
    VALUES (${service}, clock_timestamp() + (${interval - saved} * interval '1 millisecond'))
    ON CONFLICT (service) DO UPDATE
      SET free_at = greatest(shared.free_at, clock_timestamp() - (${saved} * interval '1 millisecond'))
        + (${interval} * interval '1 millisecond')
    RETURNING (extract(epoch FROM free_at - clock_timestamp()) * 1000)::float8 AS ahead`;
  return Math.max((rows[0]?.ahead ?? 0) - interval, 0);
}

const closeShared = (prisma: PrismaClient, service: string, duration: number) => prisma.$executeRaw`
  INSERT INTO community.commerce_rate_limits AS shared (service, free_at)
  VALUES (${service}, clock_timestamp() + (${duration} * interval '1 millisecond'))
  ON CONFLICT (service) DO UPDATE SET free_at = greatest(shared.free_at, excluded.free_at)`;

const inTime = <T>(answer: Promise<T>): Promise<T | undefined> =>
  pTimeout(answer, { milliseconds: TIMEOUT, message: false }).catch(() => undefined);
