import type { PrismaClient } from '../database/index.ts';

/** An event about a membership, as far as it has come. */
export interface Arrival {
  readonly id: string;
  readonly event: string;
  readonly membershipId: string;
  /** The chat account of the membership, as the mirror has it. */
  readonly userId: string | null;
  /** When it happened, as the sender says; when it was stored, where the sender doesn't. */
  readonly happenedAt: Date;
  readonly storedAt: Date;
  /** When what it says had reached the mirror; null until then. */
  readonly workedAt: Date | null;
}

/** The last events about memberships that were stored, newest first. */
export async function recentArrivals(prisma: PrismaClient, most: number): Promise<Arrival[]> {
  const events = await prisma.inboxEvent.findMany({
    where: { membershipId: { not: null } },
    select: { id: true, name: true, membershipId: true, occurredAt: true, receivedAt: true, workedAt: true },
    orderBy: { receivedAt: 'desc' },
    take: most,
  });
  const memberships = await prisma.mirroredMembership.findMany({
    where: { id: { in: events.flatMap(({ membershipId }) => membershipId ?? []) } },
    select: { id: true, chatUserId: true },
  });
  const users = new Map(memberships.map(({ id, chatUserId }) => [id, chatUserId]));
  return events.flatMap(({ membershipId, name, occurredAt, receivedAt, workedAt, id }) =>
    membershipId === null
      ? []
      : [
          {
            ...{ id, event: name, membershipId, userId: users.get(membershipId) ?? null },
            ...{ happenedAt: occurredAt ?? receivedAt, storedAt: receivedAt, workedAt },
          },
        ],
  );
}
