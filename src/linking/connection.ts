import { loadMemberships } from '../access/sync/derive.ts';
import { countsFor } from '../access/sync/entitlements.ts';
import type { PrismaClient } from '../database/index.ts';
import { errorCode } from '../errors.ts';
import type { Tokens } from '../oauth.ts';
import type { Logger } from '../observability/log.ts';
import { chatAccount, type LinkingDeps, lockAccounts, TRANSACTION } from './deps.ts';
import { type ChatProvider, type Connection, openTokens, SCOPES, sealTokens } from './providers.ts';
import { revokeSoon } from './revocations.ts';

/** How long before its expiry an access token is refreshed, in milliseconds. */
const MARGIN = 60 * 60_000;

export type ConnectionDeps = LinkingDeps & { readonly chat: ChatProvider; readonly log: Logger };

/** Computes accounts' linked role metadata, of the kinds in `METADATA`; undefined for an account without a link. */
export async function connectionsOf(
  prisma: PrismaClient,
  userIds: readonly string[],
): Promise<(userId: string) => Connection | undefined> {
  const links = await prisma.accountLink.findMany({
    where: { chatUserId: { in: [...userIds] } },
    orderBy: { linkedAt: 'asc' },
  });
  const membershipsOf = await loadMemberships(prisma, userIds);
  return (userId) => {
    const first = links.find(({ chatUserId }) => chatUserId === userId);
    if (!first) return undefined;
    const active = membershipsOf(userId).filter((one) => one.valid && countsFor(one, userId)).length;
    return {
      member_since: first.linkedAt.toISOString(),
      active_memberships: String(active),
      is_member: active > 0 ? '1' : '0',
    };
  };
}

/**
 * Updates the linked role metadata of one chat account. Deletes and revokes the account's tokens if they are no longer
 * needed: it isn't linked any more, or linked roles aren't used.
 * @throws the platform's errors, if a retry may help
 */
export async function updateConnection(
  deps: ConnectionDeps,
  chatUserId: string,
  signal: AbortSignal,
): Promise<void> {
  const grant = await deps.prisma.chatGrant.findUnique({ where: { chatUserId } });
  if (!grant) return;
  const connection = (await connectionsOf(deps.prisma, [chatUserId]))(chatUserId);
  let { tokens: sealed } = grant;
  try {
    const { tokens, resealed } = await freshTokens(deps, grant, signal);
    sealed = resealed;
    const isUsed = tokens.scopes.includes(SCOPES.connect);
    const wanted = JSON.stringify(connection ?? {});
    const isNews = connection ? wanted !== grant.pushed : grant.pushed !== null;
    const where = { chatUserId, tokens: sealed };
    const lookedAt = deps.clock.now();
    if (isUsed && isNews) {
      await tell(deps, { chatUserId, tokens, connection }, signal);
      await deps.prisma.chatGrant.updateMany({ where, data: { pushed: wanted, lookedAt } });
    } else if (connection && isLookDue(grant, lookedAt)) {
      await deps.chat.identify(tokens, signal);
      await deps.prisma.chatGrant.updateMany({ where, data: { lookedAt } });
    }
    if (!connection || !isUsed) await partWith(deps, chatUserId);
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'GRANT_REFUSED' && code !== 'SEAL_BROKEN') throw error;
    await forget(deps, chatUserId, sealed);
  }
}

/** How long unused tokens are assumed to be valid, in milliseconds. */
const BELIEVED = 24 * 3_600_000;

/** Returns whether it is time to check if the member has revoked the tokens. */
export const isLookDue = ({ lookedAt }: { readonly lookedAt: Date }, now: Date): boolean =>
  now.getTime() - lookedAt.getTime() > BELIEVED;

/** Sends the metadata. A permanent refusal is logged and counts as sent, since the platform would refuse it again. */
async function tell(
  { chat, log }: ConnectionDeps,
  {
    chatUserId,
    tokens,
    connection = {},
  }: { chatUserId: string; tokens: Tokens; connection?: Connection | undefined },
  signal: AbortSignal,
): Promise<void> {
  try {
    await chat.connect(tokens, connection, signal);
  } catch (error) {
    if (errorCode(error) !== 'CONNECTION_REFUSED') throw error;
    log.warn({ err: error, chatUserId }, 'linked roles could not be updated for a member');
  }
}

/**
 * Returns tokens that stay valid for a while, refreshing them if necessary. Jobs for one account run one after another,
 * because a refresh token works only once.
 */
async function freshTokens(
  { prisma, seal, chat, clock }: ConnectionDeps,
  { chatUserId, tokens: sealed }: { readonly chatUserId: string; readonly tokens: string },
  signal: AbortSignal,
): Promise<{ readonly tokens: Tokens; readonly resealed: string }> {
  const tokens = openTokens(seal, 'chat', chatUserId, sealed);
  const isFresh = tokens.expiresAt - clock.now().getTime() > MARGIN;
  if (isFresh || tokens.refresh === undefined) return { tokens, resealed: sealed };
  const renewed = await chat.refresh(tokens.refresh, signal);
  const resealed = sealTokens(seal, 'chat', chatUserId, renewed);
  // No effect if the member has linked again in the meantime: the newer tokens are kept.
  await prisma.chatGrant.updateMany({ where: { chatUserId, tokens: sealed }, data: { tokens: resealed } });
  return { tokens: renewed, resealed };
}

/** Deletes and revokes the tokens, unless a new link or a pending addition to a server needs them. */
async function partWith(deps: LinkingDeps, chatUserId: string): Promise<void> {
  await deps.prisma.$transaction(async (transaction) => {
    await lockAccounts(transaction, [chatAccount(chatUserId)]);
    const grant = await transaction.chatGrant.findUnique({ where: { chatUserId } });
    if (!grant) return;
    const { scopes } = openTokens(deps.seal, 'chat', chatUserId, grant.tokens);
    const links = await transaction.accountLink.findMany({ where: { chatUserId } });
    const isUsed = scopes.includes(SCOPES.connect);
    if (links.some(({ settling }) => isUsed || (settling && scopes.includes(SCOPES.join)))) return;
    await transaction.chatGrant.delete({ where: { chatUserId } });
    await revokeSoon(deps, transaction, [{ side: 'chat', userId: chatUserId, tokens: grant.tokens }]);
  }, TRANSACTION);
}

/**
 * Deletes tokens that the member has revoked at the platform, or whose key is gone, and records it in `link_changes`.
 * The link stays, because nobody ended it.
 */
async function forget(
  { prisma, clock, log }: ConnectionDeps,
  chatUserId: string,
  tokens: string,
): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    const { count } = await transaction.chatGrant.deleteMany({ where: { chatUserId, tokens } });
    if (count === 0) return;
    const data = { at: clock.now(), kind: 'grant_revoked', chatUserId };
    await transaction.linkChange.create({ data });
    log.info({ chatUserId }, 'a member has revoked our authorization; their tokens are removed');
  }, TRANSACTION);
}
