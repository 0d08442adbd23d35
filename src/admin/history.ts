import type { PrismaClient } from '../database/index.ts';
import { type HistoryPage, type PageOptions, readPage } from './history-page.ts';

/** Reads the history of a guild's member: role changes, admin actions, and the events of their memberships. */
export async function memberHistory(
  prisma: PrismaClient,
  { guildId, userId }: { guildId: string; userId: string },
  options: PageOptions,
): Promise<HistoryPage> {
  const links = await prisma.accountLink.findMany({ where: { chatUserId: userId } });
  const owners = links.map(({ commerceUserId }) => commerceUserId);
  const memberships = await prisma.mirroredMembership.findMany({
    where: { OR: [{ chatUserId: userId }, { commerceUserId: { in: owners } }] },
    select: { id: true },
  });
  const ids = memberships.map(({ id }) => id);
  return readPage(prisma, options, {
    roles: { guildId, userId },
    actions: { guildId, objectId: { in: [userId, ...ids] } },
    events: { membershipId: { in: ids } },
  });
}

/** Reads the history of a membership: events, admin actions, and the role changes that it caused. */
export async function membershipHistory(
  prisma: PrismaClient,
  { guildId, membershipId }: { guildId: string; membershipId: string },
  options: PageOptions,
): Promise<HistoryPage> {
  const row = await prisma.mirroredMembership.findUnique({ where: { id: membershipId } });
  const link = row?.commerceUserId
    ? await prisma.accountLink.findUnique({ where: { commerceUserId: row.commerceUserId } })
    : null;
  const accounts = [row?.chatUserId, link?.chatUserId].filter((account) => account != null);
  return readPage(prisma, options, {
    roles: {
      ...{ guildId, userId: { in: accounts } },
      OR: [
        { reasons: { array_contains: [{ id: membershipId }] } },
        // A member is removed after all their memberships have ended; such a change names none.
        ...(row?.endedAt ? [{ kind: 'kick', at: { gte: row.endedAt } }] : []),
      ],
    },
    actions: { guildId, objectId: membershipId },
    events: { membershipId },
  });
}
