import type { MemberRef } from '../access/community.ts';
import { queueSync } from '../access/index.ts';
import { mappedGuilds } from '../access/mappings/mappings.ts';
import type { AwaitingLink } from '../access/queue/sync-request.ts';
import type { Prisma, Transaction } from '../database/index.ts';
import { type LinkingDeps, TRANSACTION } from './deps.ts';
import { linkChanged } from './queues.ts';

type Link = Prisma.AccountLinkGetPayload<object>;

/** Dependencies that need no chat application. */
type DepartureDeps = Pick<LinkingDeps, 'prisma' | 'clock' | 'send' | 'guildIds'>;

/**
 * Queues a sync of each member who must still lose the link's roles before its account gets them.
 * @returns whether there are any
 */
export async function queueDepartures(deps: DepartureDeps, link: Link): Promise<boolean> {
  const members = await departing(deps, deps.prisma, link);
  const awaitedBy = { commerceUserId: link.commerceUserId, linkedAt: link.linkedAt.getTime() };
  for (const member of members) await queueSync(deps, member, { urgency: 'live', mayTake: true, awaitedBy });
  return members.length > 0;
}

/**
 * Records that a member who must lose a link's roles has been synced. After the last one, queues the link's completion.
 * Has no effect if the link has ended or changed since.
 */
export function recordDeparture(
  deps: DepartureDeps,
  { guildId, userId }: MemberRef,
  { commerceUserId, linkedAt }: AwaitingLink,
): Promise<void> {
  return deps.prisma.$transaction(async (transaction) => {
    const { count } = await transaction.accountLink.updateMany({
      where: { commerceUserId, linkedAt: new Date(linkedAt), leaving: { has: userId } },
      data: { departed: { push: entryOf({ guildId, userId }) } },
    });
    if (count === 0) return;
    const link = await transaction.accountLink.findUniqueOrThrow({ where: { commerceUserId } });
    if ((await departing(deps, transaction, link)).length > 0) return;
    await deps.send(linkChanged, { commerceUserId }, { key: commerceUserId, transaction });
  }, TRANSACTION);
}

async function departing(
  { guildIds }: Pick<DepartureDeps, 'guildIds'>,
  prisma: DepartureDeps['prisma'] | Transaction,
  { leaving, departed }: Pick<Link, 'leaving' | 'departed'>,
): Promise<readonly MemberRef[]> {
  if (leaving.length === 0) return [];
  const guilds = await mappedGuilds(prisma, guildIds);
  return leaving
    .flatMap((userId) => guilds.map((guildId) => ({ guildId, userId })))
    .filter((member) => !departed.includes(entryOf(member)));
}

const entryOf = ({ guildId, userId }: MemberRef): string => `${guildId}:${userId}`;
