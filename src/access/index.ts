import type { Transaction } from '../database/index.ts';
import type { Send, Work } from '../queue.ts';
import type { ApplyDeps } from './apply.ts';
import { mappedGuilds } from './mappings.ts';
import { type MirrorDeps, refreshMembership } from './mirror.ts';
import { memberChanged, membershipChanged } from './queues.ts';
import { syncMember } from './sync-member.ts';

export type AccessDeps = Omit<MirrorDeps, 'requestSync'> & ApplyDeps & { readonly send: Send };

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

/** Starts to work the access queues in this process. */
export async function workAccess(deps: AccessDeps, work: Work): Promise<void> {
  const syncEverywhere = async (userId: string, transaction: Transaction) => {
    for (const guildId of await mappedGuilds(transaction))
      await syncSoon(deps.send)(guildId, userId, transaction);
  };
  await work(membershipChanged, ({ membershipId }) =>
    refreshMembership({ ...deps, requestSync: syncEverywhere }, membershipId),
  );
  await work(memberChanged, async (member) => {
    await syncMember(deps, member);
  });
}
