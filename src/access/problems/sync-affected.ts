import type { Clock } from '../../clock.ts';
import type { PrismaClient } from '../../database/index.ts';
import type { SendAll } from '../../queue.ts';
import type { MemberRef } from '../community.ts';
import { memberChanged, syncJob } from '../queue/queues.ts';
import type { SyncRequest } from '../queue/sync-request.ts';
import { findOwned } from './owners.ts';

/** Members queued at a time. */
const BATCH = 500;

export interface SyncAffectedDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly sendAll: SendAll;
}

/** Whether the syncs may take roles, and the admin who ordered them. */
export type Terms = Pick<SyncRequest, 'mayTake' | 'orderedBy'>;

/**
 * Queues the syncs of the members whom a problem kept from their roles. They take no more than a sweep may. Anyone can
 * have free purchases affect any number of members, so those for whom nothing else speaks come last.
 */
export async function syncAffected(
  { prisma, clock, sendAll }: SyncAffectedDeps,
  members: readonly MemberRef[],
  terms: Terms,
): Promise<void> {
  for (let from = 0; from < members.length; from += BATCH) {
    const some = members.slice(from, from + BATCH);
    const owned = await findOwned(
      prisma,
      some.map(({ userId }) => userId),
    );
    const jobs = some.map((member) => {
      const urgency = owned.has(member.userId) ? 'live' : 'claimed';
      return syncJob(member, { urgency, ...terms, isGuarded: true }, clock.now());
    });
    await sendAll(memberChanged, jobs);
  }
}
