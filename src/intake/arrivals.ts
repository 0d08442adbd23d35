import type { PrismaClient } from '../database/index.ts';

/** Event about a membership, with the times of its processing. */
export interface Arrival {
  readonly id: string;
  readonly event: string;
  readonly membershipId: string;
  /** The membership's chat account, from the stored copy of the membership. */
  readonly userId: string | null;
  /** The sender's time, or the time of storage if the sender gives none. */
  readonly happenedAt: Date;
  readonly storedAt: Date;
  /** Time at which the stored membership was updated; null until then. */
  readonly workedAt: Date | null;
}

/** Returns the latest stored events about memberships, newest first. */
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
            id,
            event: name,
            membershipId,
            userId: users.get(membershipId) ?? null,
            happenedAt: occurredAt ?? receivedAt,
            storedAt: receivedAt,
            workedAt,
          },
        ],
  );
}
