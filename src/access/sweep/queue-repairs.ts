import type { Clock } from '../../clock.ts';
import type { PrismaClient } from '../../database/index.ts';
import type { SendAll } from '../../queue.ts';
import { memberChanged } from '../queue/queues.ts';
import { syncJob } from '../queue/sync-request.ts';
import { readQuestion } from '../sync/permitted-losses.ts';

/** Members queued at a time. */
const BATCH = 500;

export interface RepairDeps {
  readonly prisma: PrismaClient;
  readonly sendAll: SendAll;
  readonly clock: Clock;
}

/**
 * Queues a sync for every member whose roles have drifted, according to one sweep of a guild. Leaves out those who would
 * only lose roles that admins are asked about.
 * @param run the sweep's id
 * @param options.mayTake whether roles may be taken; if false, only missing roles are given
 * @param options.orderedBy chat account of the admin who ordered or approved the sweep
 */
export async function queueRepairs(
  { prisma, sendAll, clock }: RepairDeps,
  guildId: string,
  run: string,
  { mayTake, orderedBy }: { readonly mayTake: boolean; readonly orderedBy?: string },
): Promise<void> {
  const which = mayTake ? {} : { gains: true };
  const standingOf = await readQuestion(prisma, guildId);
  const isPending = (roleId: string) => standingOf(roleId) === 'pending';
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
      rows
        .filter(({ gains, guarded }) => gains || guarded.length === 0 || !guarded.every(isPending))
        .map(({ userId, at, seen, pending }) =>
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
