import { type Community, CommunityRefusal, type MemberRef } from '../access/community.ts';
import { queueSync, syncGuilds } from '../access/index.ts';
import { mappedGuilds } from '../access/mappings/mappings.ts';
import { decide } from '../access/sync/decide.ts';
import { derive } from '../access/sync/derive.ts';
import { ABSENT } from '../access/sync/why.ts';
import type { Logger } from '../observability/log.ts';
import { queueDepartures } from './departures.ts';
import { type LinkingDeps, TRANSACTION } from './deps.ts';
import { type ChatProvider, openTokens, SCOPES } from './providers.ts';
import { sendConnection } from './queues.ts';

export type ApplyLinkDeps = LinkingDeps & {
  readonly chat: ChatProvider;
  readonly community: Community;
  readonly log: Logger;
};

/**
 * Completes a link. Queues the syncs by which previous holders lose the roles, and does the rest when it is called
 * again, after the last of them (`recordDeparture`): the linked account gets the roles, is added to the servers where a
 * membership gives it a role, and its linked roles are updated. Every step is idempotent.
 * @throws if a retry may help
 */
export async function applyLink(
  deps: ApplyLinkDeps,
  commerceUserId: string,
  signal: AbortSignal,
): Promise<void> {
  const { prisma, send } = deps;
  const link = await prisma.accountLink.findUnique({ where: { commerceUserId } });
  if (!link) return;
  const { chatUserId, linkedAt, leaving } = link;
  if (await queueDepartures(deps, link)) return;
  const guilds = await mappedGuilds(prisma, deps.guildIds);
  await prisma.$transaction(async (transaction) => {
    const { count } = await transaction.accountLink.updateMany({
      where: { commerceUserId, chatUserId, linkedAt },
      data: { leaving: [], departed: [] },
    });
    if (count === 0) return;
    if (leaving.length > 0)
      await syncGuilds(deps, transaction, chatUserId, { urgency: 'urgent', mayTake: true });
    for (const userId of [chatUserId, ...leaving]) await sendConnection(send, userId, transaction);
  }, TRANSACTION);
  for (const guildId of guilds) await letIn(deps, { guildId, userId: chatUserId }, signal);
  await prisma.$transaction(async (transaction) => {
    const where = { commerceUserId, chatUserId, linkedAt, settling: true };
    const { count } = await transaction.accountLink.updateMany({ where, data: { settling: false } });
    // Tokens that only served to add the member to servers are no longer needed.
    if (count === 1) await sendConnection(send, chatUserId, transaction);
  }, TRANSACTION);
}

/** Adds an absent member to a server where a membership gives them a role, if they allowed it. */
async function letIn(deps: ApplyLinkDeps, ref: MemberRef, signal: AbortSignal): Promise<void> {
  const { prisma, seal, clock } = deps;
  const grant = await prisma.chatGrant.findUnique({ where: { chatUserId: ref.userId } });
  const tokens = grant && openTokens(seal, 'chat', ref.userId, grant.tokens);
  if (!tokens?.scopes.includes(SCOPES.join)) return;
  const stored = await derive(prisma, ref);
  const { roleDecisions } = decide({ ...stored, userId: ref.userId, member: ABSENT, now: clock.now() });
  if (!roleDecisions.some(({ isPaid }) => isPaid)) return;
  if (await deps.community.getMember(ref, signal)) return;
  try {
    await deps.chat.join(ref.guildId, ref.userId, tokens, signal);
  } catch (error) {
    if (!(error instanceof CommunityRefusal)) throw error;
    // The member may be banned, or the bot may lack the permission to invite. The member can still join on their own.
    const { message: problem, details } = error;
    deps.log.warn(
      { ...ref, problem, said: details.said },
      'a linked member could not be added to the server',
    );
    return;
  }
  await queueSync(deps, ref, { urgency: 'urgent', mayTake: true });
}
