import { setTimeout as wait } from 'node:timers/promises';
import type { PrismaClient } from '../../database/index.ts';
import { type Lease, takeLease } from '../../database/lease.ts';
import { ChatFault } from '../../i18n/chat-fault.ts';

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
