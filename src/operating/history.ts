import type { PrismaClient } from '../database/index.ts';
import { type HistoryPage, type PageOptions, readPage } from './history-page.ts';

/** What happened to a member of a guild: their roles, what admins did, and the events about their memberships. */
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

/** What happened to a membership: events, what admins did, and the roles that came and went because of it. */
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
        // A reason names the membership. What was said of another one is none of this one's history.
        { reason: { contains: `${membershipId} ` } },
        // A removal comes after the end of all that somebody had.
        ...(row?.endedAt ? [{ kind: 'kick', at: { gte: row.endedAt } }] : []),
      ],
    },
    actions: { guildId, objectId: membershipId },
    events: { membershipId },
  });
}
