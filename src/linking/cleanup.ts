import { connectionsOf, isLookDue } from './connection.ts';
import { type LinkingDeps, TRANSACTION } from './deps.ts';
import { linkChanged, revocationsDue, sendConnection } from './queues.ts';
import { revokeSoon, tokensOf } from './revocations.ts';

/** Most grants checked for revocation per run. With a run every ten minutes that is about 29,000 a day. */
const LOOKS = 200;

const PAGE = 200;

/**
 * Deletes expired journeys and link bans, and requeues unfinished work: links still `settling`, tokens not yet revoked,
 * linked roles with outdated metadata. Idempotent and safe to run concurrently.
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

/** Deletes one page of expired journeys and revokes their tokens. @returns whether there may be more */
async function dropExpired(deps: LinkingDeps): Promise<boolean> {
  return deps.prisma.$transaction(async (transaction) => {
    const expired = await transaction.linkJourney.findMany({
      where: { expiresAt: { lt: deps.clock.now() } },
      take: PAGE,
    });
    await transaction.linkJourney.deleteMany({
      where: { session: { in: expired.map(({ session }) => session) } },
    });
    await revokeSoon(deps, transaction, expired.flatMap(tokensOf));
    return expired.length === PAGE;
  }, TRANSACTION);
}

/** Finds outdated linked roles, including those whose change triggered no update. */
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
