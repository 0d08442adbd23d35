import { type Community, CommunityRefusal, type MemberRef } from '../access/community.ts';
import { decide } from '../access/decide.ts';
import { derive } from '../access/derive.ts';
import { syncSoon } from '../access/index.ts';
import { mappedGuilds } from '../access/mappings.ts';
import { syncGuilds } from '../access/sync-everywhere.ts';
import { ABSENT } from '../access/why.ts';
import type { Logger } from '../log.ts';
import { type LinkingDeps, TRANSACTION } from './deps.ts';
import { type ChatProvider, openTokens, SCOPES } from './providers.ts';
import { sendConnection } from './queues.ts';

export type SettleDeps = LinkingDeps & {
  readonly chat: ChatProvider;
  readonly community: Community;
  readonly log: Logger;
  /** Makes somebody's roles right, now. @throws when it is worth a retry */
  readonly sync: (member: MemberRef, signal: AbortSignal) => Promise<void>;
};

/**
 * Finishes what a link has begun. First those who had what it gives lose it, then the linked account gets it, is let
 * into the servers where it gives something, and linked roles hear of it. Each step may be repeated.
 * @throws when it is worth a retry
 */
export async function settleLink(
  deps: SettleDeps,
  commerceUserId: string,
  signal: AbortSignal,
): Promise<void> {
  const { prisma, send } = deps;
  const link = await prisma.accountLink.findUnique({ where: { commerceUserId } });
  if (!link) return;
  const { chatUserId, linkedAt, leaving } = link;
  const guilds = await mappedGuilds(prisma, deps.guildIds);
  for (const userId of leaving) for (const guildId of guilds) await deps.sync({ guildId, userId }, signal);
  await prisma.$transaction(async (transaction) => {
    const { count } = await transaction.accountLink.updateMany({
      where: { commerceUserId, chatUserId, linkedAt },
      data: { leaving: [] },
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
    // Tokens that were good for letting in alone are not needed any more.
    if (count === 1) await sendConnection(send, chatUserId, transaction);
  }, TRANSACTION);
}

/** Adds somebody to a server where a membership gives them something, if they allowed that and are not there. */
async function letIn(deps: SettleDeps, ref: MemberRef, signal: AbortSignal): Promise<void> {
  const { prisma, seal, clock } = deps;
  const grant = await prisma.chatGrant.findUnique({ where: { chatUserId: ref.userId } });
  const tokens = grant && openTokens(seal, 'chat', ref.userId, grant.tokens);
  if (!tokens?.scopes.includes(SCOPES.join)) return;
  const stored = await derive(prisma, ref);
  const { verdicts } = decide({ ...stored, userId: ref.userId, member: ABSENT, now: clock.now() });
  if (!verdicts.some(({ isPaid }) => isPaid)) return;
  if (await deps.community.getMember(ref, signal)) return;
  try {
    await deps.chat.join(ref.guildId, ref.userId, tokens, signal);
  } catch (error) {
    if (!(error instanceof CommunityRefusal)) throw error;
    // They may be banned, or the bot may not invite: they can still come in by themselves.
    deps.log.warn({ ...ref, problem: error.message }, 'a linked member could not be added to the server');
    return;
  }
  await syncSoon(deps, ref, { urgency: 'urgent', mayTake: true });
}
