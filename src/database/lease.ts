import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, systemClock } from '../clock.ts';
import type { PrismaClient } from './index.ts';

/** For how long a lease is taken at a time, in seconds of the database's clock: what a dead process blocks. */
const LEASE = 15;

/** How often it is taken anew while it is held, in milliseconds. */
const RENEWAL = 4_000;

/**
 * For how long its holder relies on it after it asked for it, in milliseconds. Shorter than the lease, so that whoever
 * can't reach the database has let go, with time to close what it had open, before another one is let in.
 */
const TRUST = 10_000;

/** How often the holder looks whether it may still rely on it, in milliseconds. */
const WATCH_INTERVAL = 500;

/** How long giving it back may take, in milliseconds: else it runs out by itself. */
const RELEASE_TIMEOUT = 2_000;

/** What one process of all has. */
export interface Lease {
  /** Aborted when it is lost: to another one, or because nobody can tell any more. */
  readonly lost: AbortSignal;
  /** Whether it may be relied on at this moment, also right after the process was paused. */
  isHeld(): boolean;
  /** Gives it back, so that the next one needn't wait. Never rejects. */
  release(): Promise<void>;
}

/** The lease of a process that is known to be alone. */
export const NOBODY_ELSE: Lease = {
  lost: new AbortController().signal,
  isHeld: () => true,
  release: async () => undefined,
};

/**
 * Takes a lease that no living process holds, and goes on holding it until it is released or lost. Its times are the
 * database's; the holder's own clock only makes it let go sooner.
 * @param clock the machine's, and not that by which the process decides what is due
 * @returns undefined where another process has it
 */
export async function takeLease(
  prisma: PrismaClient,
  name: string,
  clock: Clock = systemClock,
): Promise<Lease | undefined> {
  const holder = randomUUID();
  const stopwatch = createStopwatch(clock);
  if (!(await take(prisma, name, holder))) return undefined;
  const lost = new AbortController();
  const isHeld = () => !lost.signal.aborted && stopwatch.elapsed() < TRUST;
  let isAsking = false;
  const renewIfDue = async () => {
    const asked = createStopwatch(clock);
    if (isAsking || stopwatch.elapsed() < RENEWAL) return;
    isAsking = true;
    try {
      if (await renew(prisma, name, holder)) stopwatch.restartAt(asked);
      else lost.abort();
    } catch {
      // Whether that is bad is a matter of time.
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(() => {
    if (!isHeld()) lost.abort();
    if (lost.signal.aborted) clearInterval(timer);
    else void renewIfDue();
  }, WATCH_INTERVAL);
  return {
    lost: lost.signal,
    isHeld,
    async release() {
      clearInterval(timer);
      lost.abort();
      const tooLate = new AbortController();
      const late = wait(RELEASE_TIMEOUT, undefined, { signal: tooLate.signal }).catch(() => undefined);
      await Promise.race([giveBack(prisma, name, holder), late]);
      tooLate.abort();
    },
  };
}

interface Stopwatch {
  readonly moments: readonly [steady: number, wall: number];
  /** Milliseconds since it was started: the longer of two, as the steady clock may stand still while a machine sleeps. */
  elapsed(): number;
  restartAt(other: Stopwatch): void;
}

function createStopwatch(clock: Clock): Stopwatch {
  let moments: Stopwatch['moments'] = [performance.now(), clock.now().getTime()];
  return {
    get moments() {
      return moments;
    },
    elapsed: () => Math.max(performance.now() - moments[0], clock.now().getTime() - moments[1]),
    restartAt(other) {
      moments = other.moments;
    },
  };
}

/** @returns whether it is ours now */
async function take(prisma: PrismaClient, name: string, holder: string): Promise<boolean> {
  const count = await prisma.$executeRaw`
    INSERT INTO community.guild_lanes AS lease (guild_id, holder, held_until)
    VALUES (${name}, ${holder}, now() + ${LEASE} * interval '1 second')
    ON CONFLICT (guild_id) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
    WHERE lease.holder IS NULL OR lease.held_until < now()`;
  return count === 1;
}

/** Never takes what is not ours: a question that arrives late, after it was given back, changes nothing. */
async function renew(prisma: PrismaClient, name: string, holder: string): Promise<boolean> {
  const count = await prisma.$executeRaw`
    UPDATE community.guild_lanes SET held_until = now() + ${LEASE} * interval '1 second'
    WHERE guild_id = ${name} AND holder = ${holder}`;
  return count === 1;
}

async function giveBack(prisma: PrismaClient, name: string, holder: string): Promise<void> {
  await prisma.lease.updateMany({ where: { name, holder }, data: { holder: null } }).catch(() => undefined);
}
