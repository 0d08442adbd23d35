import type { Transaction } from '../database/index.ts';
import type { Send, Work } from '../queue.ts';
import type { ApplyDeps } from './apply.ts';
import { mappedGuilds } from './mappings.ts';
import { type MirrorDeps, refreshMembership } from './mirror.ts';
import { memberChanged, membershipChanged } from './queues.ts';
import { syncMember } from './sync-member.ts';

export type AccessDeps = Omit<MirrorDeps, 'requestSync'> &
  ApplyDeps & {
    readonly send: Send;
    /** The guilds that we work in; nothing is done in any other. */
    readonly guildIds: readonly string[];
  };

export const accessQueues = [membershipChanged, memberChanged] as const;

/** Has a membership looked at again. In a transaction: if and only if that commits. */
export const lookAgain =
  (send: Send) =>
  (membershipId: string, transaction?: Transaction): Promise<void> =>
    send(membershipChanged, { membershipId }, { group: membershipId, ...(transaction && { transaction }) });

/** Has the roles of one member made right. */
export const syncSoon =
  (send: Send) =>
  async (guildId: string, userId: string, transaction?: Transaction): Promise<void> => {
    const key = `${guildId}:${userId}`;
    await send(memberChanged, { guildId, userId }, { key, group: key, ...(transaction && { transaction }) });
  };

/** Tries again what a person may have mended: everything that needs action in these guilds. */
export async function retryProblems(
  deps: Pick<AccessDeps, 'prisma' | 'send'>,
  guildIds: readonly string[],
): Promise<void> {
  const problems = await deps.prisma.needsAction.findMany({
    where: { guildId: { in: [...guildIds] } },
    distinct: ['guildId', 'userId'],
    select: { guildId: true, userId: true },
  });
  for (const { guildId, userId } of problems) await syncSoon(deps.send)(guildId, userId);
}

/** Starts to work the access queues in this process. */
export async function workAccess(deps: AccessDeps, work: Work): Promise<void> {
  const requestSync = async (userId: string, transaction: Transaction) => {
    for (const guildId of await mappedGuilds(transaction, deps.guildIds))
      await syncSoon(deps.send)(guildId, userId, transaction);
  };
  await work(membershipChanged, ({ membershipId }, { signal }) =>
    refreshMembership({ ...deps, requestSync }, membershipId, signal),
  );
  await work(memberChanged, async (member, { signal }) => {
    if (deps.guildIds.includes(member.guildId)) await syncMember(deps, member, signal);
  });
}
