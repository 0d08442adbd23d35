import type { PrismaClient } from '../database/index.ts';
import { type HistoryPage, type PageOptions, readPage } from './history-page.ts';

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
      guildId,
      userId: { in: accounts },
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
