import { queueSync } from '../access/index.ts';
import { mappedGuilds } from '../access/mappings/mappings.ts';
import type { LinkingDeps } from './deps.ts';

/** Accounts that are read at a time. */
const PAGE = 200;

/**
 * Queues a sync of every chat account that a commerce user only typed: a link takes what these purchases gave, and its
 * end gives it back. Anyone can type any number of accounts, so nothing waits for these jobs, and they come after all
 * others and take no more than the breaker permits. Idempotent.
 */
export async function syncTypedAccounts(
  deps: Pick<LinkingDeps, 'prisma' | 'clock' | 'send' | 'guildIds'>,
  commerceUserId: string,
  signal: AbortSignal,
): Promise<void> {
  const { prisma } = deps;
  const guilds = await mappedGuilds(prisma, deps.guildIds);
  const link = await prisma.accountLink.findUnique({ where: { commerceUserId } });
  for (let after = ''; ; ) {
    const page = await prisma.mirroredMembership.groupBy({
      by: ['chatUserId'],
      where: { commerceUserId, chatProven: false, chatUserId: { gt: after } },
      orderBy: { chatUserId: 'asc' },
      take: PAGE,
    });
    const userIds = page.flatMap(({ chatUserId }) => chatUserId ?? []);
    for (const userId of userIds) {
      // The link has queued a sync of its own account.
      if (userId === link?.chatUserId) continue;
      signal.throwIfAborted();
      for (const guildId of guilds)
        await queueSync(deps, { guildId, userId }, { urgency: 'claimed', mayTake: true, isGuarded: true });
    }
    const last = userIds.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last;
  }
}
