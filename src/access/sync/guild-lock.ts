import { setTimeout as wait } from 'node:timers/promises';
import type { PrismaClient } from '../../database/index.ts';
import { type Lease, takeLease } from '../../database/lease.ts';
import { ChatFault } from '../../i18n/chat-fault.ts';
import type { Allowance } from '../community.ts';
import { gap, pause } from './rate-limiter.ts';

/** Kinds of change. Each has its own rate limit, and so has a member lookup. */
export type ChangeKind = 'role' | 'member' | 'kick';
const LOOK = 'look';

/** Extra wait beyond the platform's reset time, in milliseconds: the platform rounds, and clocks differ. */
const MARGIN = 50;

/** The guild lock: the exclusive right to change members of one guild. */
export interface GuildLock {
  /** Aborted if the lock is lost or the caller's own signal is aborted. */
  readonly signal: AbortSignal;
  /** Makes a change as soon as the rate limit permits, and stores the limit that the platform reports. */
  change(kind: ChangeKind, make: () => Promise<Allowance | undefined>): Promise<void>;
  /**
   * Looks up a member as soon as the rate limit for lookups permits. The limit is shared between processes.
   * @param ask gets a callback that receives the limit reported for the next lookup
   */
  look<T>(ask: (hear: (said: Allowance) => void) => Promise<T>): Promise<T>;
}

/**
 * Holds the guild lock during `work`, across all processes. The platform loses changes made to one member concurrently,
 * and counts all changes of a guild together. After a change, the lock stays held until the rate limit permits the next
 * one; only then does the next job start, so the most urgent job goes first.
 * @throws Fault `LOCK_BUSY` if another process holds the lock for too long; retry later
 */
export async function withGuildLock<T>(
  prisma: PrismaClient,
  guildId: string,
  stop: AbortSignal,
  work: (lock: GuildLock) => Promise<T>,
): Promise<T> {
  return withLease(prisma, guildId, stop, async (signal) => {
    let opensAt = 0;
    const result = await work({
      signal,
      async change(kind, make) {
        await waitUnlessStopped(pause(await readAllowance(prisma, guildId, kind)), signal);
        signal.throwIfAborted();
        const allowance = await make();
        if (!allowance) return;
        opensAt = performance.now() + gap(allowance);
        await writeAllowance(prisma, guildId, kind, allowance);
      },
      async look(ask) {
        await waitUnlessStopped(pause(await readAllowance(prisma, guildId, LOOK)), signal);
        signal.throwIfAborted();
        const heard: Allowance[] = [];
        const answer = await ask((said) => heard.push(said));
        // Lookups are serialized by the lock, so the next process only needs to know of a used-up window.
        for (const said of heard)
          if (said.left <= 0)
            await writeAllowance(prisma, guildId, LOOK, { ...said, resetsIn: said.resetsIn + MARGIN });
        return answer;
      },
    });
    await waitUnlessStopped(opensAt - performance.now(), signal);
    return result;
  });
}

/** Waits, and returns early without an error on abort: the change before the wait is already done. */
async function waitUnlessStopped(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return;
  await wait(milliseconds, undefined, { signal }).catch((error) => {
    if (!signal.aborted) throw error;
  });
}

async function readAllowance(prisma: PrismaClient, guildId: string, kind: ChangeKind | typeof LOOK) {
  const rows = await prisma.$queryRaw<Allowance[]>`
    SELECT size, "left", (extract(epoch FROM resets_at - now()) * 1000)::float8 AS "resetsIn"
    FROM community.allowances WHERE guild_id = ${guildId} AND kind = ${kind}`;
  return rows[0];
}

async function writeAllowance(
  prisma: PrismaClient,
  guildId: string,
  kind: ChangeKind | typeof LOOK,
  said: Allowance,
) {
  await prisma.$executeRaw`
    INSERT INTO community.allowances (guild_id, kind, size, "left", resets_at)
    VALUES (${guildId}, ${kind}, ${said.size}, ${said.left}, now() + ${said.resetsIn} * interval '1 millisecond')
    ON CONFLICT (guild_id, kind) DO UPDATE
    SET size = excluded.size, "left" = excluded."left", resets_at = excluded.resets_at`;
}

/** How long to wait for a lease, and the interval between attempts, in milliseconds. */
const PATIENCE = 30_000;
const LOOK_INTERVAL = 100;

/**
 * Holds a lease, exclusive across all processes, during `work`.
 * @param work its signal is aborted if the lease is lost or `stop` is aborted
 * @throws Fault `LOCK_BUSY` if another process holds the lease for too long; retry later
 */
export async function withLease<T>(
  prisma: PrismaClient,
  name: string,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lease = await enter(prisma, name, stop);
  const lost = new AbortController();
  lease.lost.addEventListener('abort', () => lost.abort(new ChatFault('LOCK_LOST')));
  try {
    return await work(AbortSignal.any([stop, lost.signal]));
  } finally {
    await lease.release();
  }
}

/** Frees all leases. Call only if no other process uses the database: then every holder is dead. */
export async function freeLeases(prisma: PrismaClient): Promise<void> {
  await prisma.lease.updateMany({ data: { holder: null } });
}

async function enter(prisma: PrismaClient, name: string, signal: AbortSignal): Promise<Lease> {
  for (let waited = 0; waited < PATIENCE; waited += LOOK_INTERVAL) {
    const lease = await takeLease(prisma, name);
    if (lease) return lease;
    await wait(LOOK_INTERVAL, undefined, { signal });
  }
  throw new ChatFault('LOCK_BUSY');
}
