import type { Clock } from '../clock.ts';
import type { CommerceClient } from '../commerce-client/index.ts';
import type { PrismaClient, Transaction } from '../database/index.ts';

export interface MirrorDeps {
  readonly prisma: PrismaClient;
  readonly commerce: CommerceClient;
  readonly clock: Clock;
  readonly requestSync: RequestSync;
}

/** Has the roles of a chat account made right, in the same transaction that changes the mirror. */
export type RequestSync = (chatUserId: string, transaction: Transaction) => Promise<void>;

/**
 * Looks at a membership again, brings the mirror up to date and has every chat account synced that it
 * counts for, or counted for until now. A membership that doesn't exist changes nothing.
 * @throws the client's faults; nothing is concluded from them
 */
export async function refreshMembership(
  deps: MirrorDeps,
  membershipId: string,
  signal?: AbortSignal,
): Promise<void> {
  const observation = await nextObservation(deps.prisma);
  const membership = await deps.commerce.getMembership(membershipId, signal);
  if (!membership) return;
  await deps.prisma.$transaction(async (transaction) => {
    await lock(transaction, membershipId);
    const known = await transaction.mirroredMembership.findUnique({ where: { id: membershipId } });
    // An answer to a question asked before the stored one's is older news.
    if (known && known.observation > observation) return;
    const row = { ...membership, observation, observedAt: deps.clock.now() };
    await transaction.mirroredMembership.upsert({ where: { id: membershipId }, create: row, update: row });
    const accounts = new Set([known?.chatUserId, membership.chatUserId].filter((account) => account != null));
    for (const account of [...accounts].sort()) await deps.requestSync(account, transaction);
  });
}

/** Numbers the questions by the database, whose count never goes back as a clock may. */
async function nextObservation(prisma: PrismaClient): Promise<bigint> {
  const rows = await prisma.$queryRaw<{ number: bigint }[]>`
    SELECT nextval('community.observations') AS number`;
  return rows[0]?.number ?? 0n;
}

/** Lets one transaction at a time deal with a membership, also with one that is not stored yet. */
async function lock(transaction: Transaction, membershipId: string): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${membershipId}, 0))::text`;
}
