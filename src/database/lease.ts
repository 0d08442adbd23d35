import { randomUUID } from 'node:crypto';
import pTimeout from 'p-timeout';
import { type Clock, systemClock } from '../clock.ts';
import type { PrismaClient } from './index.ts';

/** Duration of a lease, in seconds of the database's clock. A dead process blocks others for this long. */
const LEASE = 15;

/** Interval of renewals, in milliseconds. */
const RENEWAL = 4_000;

/**
 * Time that the holder relies on a lease after requesting it, in milliseconds. Shorter than the lease, so that a holder
 * that can't reach the database has stopped and closed its resources before another process gets the lease.
 */
const TRUST = 10_000;

/** Interval at which the holder checks its lease, in milliseconds. */
const WATCH_INTERVAL = 500;

/** Timeout of a release, in milliseconds; after that, the lease expires by itself. */
const RELEASE_TIMEOUT = 2_000;

/** A right that only one process has at a time. */
export interface Lease {
  /** Aborted when the lease is lost or released: taken by another process, or not renewed in time. */
  readonly lost: AbortSignal;
  /** Whether the lease is valid at this moment, even right after the process was suspended. */
  isHeld(): boolean;
  /** Releases the lease, so that the next process needn't wait. Never rejects. */
  release(): Promise<void>;
}

/** The lease of a process that is known to be the only one. */
export const NOBODY_ELSE: Lease = {
  lost: new AbortController().signal,
  isHeld: () => true,
  release: async () => undefined,
};

/**
 * Takes a lease unless a live process holds it, and renews it until it is released or lost. Expiry is measured by the
 * database's clock; the holder's own clock can only end the lease sooner.
 * @param clock the system clock, not the one that decides what is due
 * @returns undefined if another process holds it
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
      // The lease remains valid until `TRUST` has passed; the next interval tries again.
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
      await pTimeout(giveBack(prisma, name, holder), { milliseconds: RELEASE_TIMEOUT, message: false });
    },
  };
}

interface Stopwatch {
  readonly moments: readonly [steady: number, wall: number];
  /** Milliseconds since the start, by the faster of two clocks: the monotonic one may stop while a machine sleeps. */
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

/** @returns whether the lease was taken */
async function take(prisma: PrismaClient, name: string, holder: string): Promise<boolean> {
  const count = await prisma.$executeRaw`
    INSERT INTO community.leases AS lease (name, holder, held_until)
    VALUES (${name}, ${holder}, now() + ${LEASE} * interval '1 second')
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
    WHERE lease.holder IS NULL OR lease.held_until < now()`;
  return count === 1;
}

/** Renews only a lease that is still ours: a renewal that arrives after the release changes nothing. */
async function renew(prisma: PrismaClient, name: string, holder: string): Promise<boolean> {
  const count = await prisma.$executeRaw`
    UPDATE community.leases SET held_until = now() + ${LEASE} * interval '1 second'
    WHERE name = ${name} AND holder = ${holder}`;
  return count === 1;
}

async function giveBack(prisma: PrismaClient, name: string, holder: string): Promise<void> {
  await prisma.lease.updateMany({ where: { name, holder }, data: { holder: null } }).catch(() => undefined);
}
