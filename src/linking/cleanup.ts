import { connectionsOf, isLookDue } from './connection.ts';
import { type LinkingDeps, TRANSACTION } from './deps.ts';
import { linkChanged, revocationsDue, sendConnection } from './queues.ts';
import { revokeSoon } from './revocations.ts';

/** Grants that are looked after at once: every ten minutes that is enough for some thirty thousand a day. */
const LOOKS = 200;

/** Rows that are worked together. */
const PAGE = 200;

/**
 * Clears away what nobody has finished, and takes up what was left lying: links that are not settled, tokens that
 * are not revoked, linked roles that don't know the latest. Safe to run twice and at the same time.
 */
export async function cleanUpLinking(deps: LinkingDeps, signal: AbortSignal): Promise<void> {
  const { prisma, send, clock } = deps;
  while (await dropExpired(deps)) signal.throwIfAborted();
  await prisma.linkBlock.deleteMany({ where: { until: { lt: clock.now() } } });
  for (const { commerceUserId } of await prisma.accountLink.findMany({
    where: { settling: true },
  }))
    await send(linkChanged, { commerceUserId }, { key: commerceUserId });
  if ((await prisma.tokenRevocation.count({ take: 1 })) > 0)
    await send(revocationsDue, {}, { key: revocationsDue.name });
  await updateConnections(deps, signal);
}

/** @returns whether there may be more */
async function dropExpired(deps: LinkingDeps): Promise<boolean> {
  return deps.prisma.$transaction(async (transaction) => {
    const expired = await transaction.linkJourney.findMany({
      where: { expiresAt: { lt: deps.clock.now() } },
      take: PAGE,
    });
    await transaction.linkJourney.deleteMany({
      where: { session: { in: expired.map(({ session }) => session) } },
    });
    const spent = expired.flatMap(({ chatUserId: userId, chatTokens: tokens }) =>
      userId === null || tokens === null ? [] : [{ side: 'chat' as const, userId, tokens }],
    );
    await revokeSoon(deps, transaction, spent);
    return expired.length === PAGE;
  }, TRANSACTION);
}

/** Whatever changed without anybody saying so is found here. */
async function updateConnections({ prisma, send, clock }: LinkingDeps, signal: AbortSignal): Promise<void> {
  let looks = 0;
  for (let after = ''; ; ) {
    signal.throwIfAborted();
    const grants = await prisma.chatGrant.findMany({
      where: { chatUserId: { gt: after } },
      orderBy: { chatUserId: 'asc' },
      take: PAGE,
      select: { chatUserId: true, pushed: true, lookedAt: true },
    });
    const connectionOf = await connectionsOf(
      prisma,
      grants.map(({ chatUserId }) => chatUserId),
    );
    for (const { chatUserId, pushed, lookedAt } of grants) {
      const isNews = JSON.stringify(connectionOf(chatUserId)) !== pushed;
      const isLook = !isNews && isLookDue({ lookedAt }, clock.now()) && ++looks <= LOOKS;
      if (isNews || isLook) await sendConnection(send, chatUserId);
    }
    const last = grants.at(-1);
    if (!last || grants.length < PAGE) return;
    after = last.chatUserId;
  }
}
