import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';
import type { SendAll } from '../queue.ts';
import { memberChanged, syncJob } from './queues.ts';

/** Members that are handed to the queue at a time. */
const BATCH = 500;

export interface HealDeps {
  readonly prisma: PrismaClient;
  readonly sendAll: SendAll;
  readonly clock: Clock;
}

/**
 * Has everybody healed whom a sweep of a guild found wrong.
 * @param run which sweep
 * @param options.mayTake whether anything may be taken; without, only what is missing is given
 * @param options.orderedBy the chat account of the admin who ordered or approved it
 */
export async function heal(
  { prisma, sendAll, clock }: HealDeps,
  guildId: string,
  run: string,
  { mayTake, orderedBy }: { readonly mayTake: boolean; readonly orderedBy?: string },
): Promise<void> {
  const which = mayTake ? {} : { gains: true };
  for (let after = ''; ; ) {
    const rows = await prisma.drift.findMany({
      where: { guildId, run, userId: { gt: after }, ...which },
      orderBy: { userId: 'asc' },
      take: BATCH,
    });
    const last = rows.at(-1);
    if (!last) return;
    await sendAll(
      memberChanged,
      rows.map(({ userId, at, seen, pending }) =>
        syncJob(
          { guildId, userId },
          {
            urgency: 'background',
            mayTake,
            seen: { roleIds: seen, isPending: pending, isBot: false, at: at.getTime() },
            ...(orderedBy !== undefined && { orderedBy }),
          },
          clock.now(),
        ),
      ),
    );
    after = last.userId;
  }
}
