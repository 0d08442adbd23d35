import type { Prisma } from '../../database/index.ts';
import { lockUnits, releaseUnit } from '../plans/stock.ts';
import { BATCH, sweep } from '../scheduled-work.ts';
import type { Service } from '../service.ts';
import { inTransaction } from '../transaction.ts';

/** Expires accepted places whose time is over, and releases each one's unit exactly once. Returns how many. */
export const expireEntries = (service: Service, now: Date, signal?: AbortSignal): Promise<number> =>
  sweep<Expiring>(
    service,
    {
      what: 'entry',
      find: (last) =>
        service.prisma.planEntry.findMany({
          where: { status: 'accepted', expiresAt: { lte: now }, ...beyond(last) },
          select: { id: true, planId: true, expiresAt: true },
          orderBy: [{ expiresAt: 'asc' }, { id: 'asc' }],
          take: BATCH,
        }),
      change: (entry) => expireOne(service, entry, now),
    },
    signal,
  );

interface Expiring {
  readonly id: string;
  readonly planId: string;
  readonly expiresAt: Date | null;
}

const beyond = (last: Expiring | undefined): Prisma.PlanEntryWhereInput =>
  last?.expiresAt
    ? { OR: [{ expiresAt: { gt: last.expiresAt } }, { expiresAt: last.expiresAt, id: { gt: last.id } }] }
    : {};

async function expireOne(service: Service, { id, planId }: Expiring, now: Date): Promise<number> {
  return inTransaction(service, async (transaction) => {
    await lockUnits(transaction, planId);
    const { count } = await transaction.planEntry.updateMany({
      where: { id, status: 'accepted', expiresAt: { lte: now } },
      data: { status: 'expired' },
    });
    if (count === 1) await releaseUnit(transaction, planId);
    return count;
  });
}

/**
 * Deletes the records that limit a raffle to one entry per browser, once its plan is archived and no entry waits. Until
 * then the plan can be sold again, or its winners drawn, and a browser with a waiting entry must not get another.
 */
export async function pruneRaffleBrowsers({ prisma }: Pick<Service, 'prisma'>): Promise<void> {
  await prisma.raffleBrowser.deleteMany({
    where: { plan: { visibility: 'archived', entries: { none: { status: 'waiting' } } } },
  });
}
