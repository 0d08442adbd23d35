import type { Community } from '../access/community.ts';
import { syncGuilds } from '../access/index.ts';
import { requireMayOrder } from '../access/mappings/holds.ts';
import type { SyncRequest } from '../access/queue/sync-request.ts';
import type { MembershipState } from '../access/state.ts';
import type { PrismaClient, Transaction } from '../database/index.ts';
import { blockedUntil, forbid } from './blocks.ts';
import { chatAccount, commerceAccount, type LinkingDeps, lockAccounts, TRANSACTION } from './deps.ts';
import { tooManyLinksUntil } from './link-limit.ts';
import { type LinkOrder, noteDeed } from './note.ts';
import { linkChanged, sendConnection, typedAccountsChanged } from './queues.ts';

/** Commerce user and chat account that both have just been proven to be the same person's. */
export interface Proven {
  readonly commerceUserId: string;
  readonly chatUserId: string;
  /** Sealed tokens of the chat platform. */
  readonly chatTokens: string;
  /** Client address of the member's confirmation. */
  readonly address: string;
}

/** Reason that two accounts can't be linked. */
export type Refused =
  | { readonly kind: 'forbidden'; readonly until: Date }
  | { readonly kind: 'too often'; readonly until: Date }
  | { readonly kind: 'already linked' };

/**
 * Links two accounts in the caller's transaction and queues the resulting role changes. Other accounts that hold the
 * roles by proof lose them before the linked one gets them; nothing waits for accounts that were only typed. Linking an
 * unchanged pair again only replaces the tokens.
 * @returns why they can't be linked; undefined if they are
 */
export async function link(
  deps: LinkingDeps,
  transaction: Transaction,
  { commerceUserId, chatUserId, chatTokens, address }: Proven,
): Promise<Refused | undefined> {
  await lockAccounts(transaction, [chatAccount(chatUserId), commerceAccount(commerceUserId)]);
  const refused = await refusal(deps, transaction, { commerceUserId, chatUserId });
  if (refused) return refused;
  const now = deps.clock.now();
  const before = await transaction.accountLink.findUnique({ where: { commerceUserId } });
  const previous = before && before.chatUserId !== chatUserId ? before.chatUserId : null;
  const had = [...(before ? [before.chatUserId, ...before.leaving] : [])];
  const leaving = [...new Set([...had, ...(await connectedAccounts(transaction, [commerceUserId]))])].filter(
    (userId) => userId !== chatUserId,
  );
  const isKept = await isRenewal(transaction, before, chatUserId);
  const values = { chatUserId, ...(!isKept && { linkedAt: now, leaving, departed: [] }), settling: true };
  await transaction.accountLink.upsert({
    where: { commerceUserId },
    create: { ...values, commerceUserId, linkedAt: now },
    update: values,
  });
  const change = { at: now, commerceUserId, chatUserId, actor: chatUserId };
  const kind = previous === null ? 'link' : 'move';
  if (!isKept)
    await transaction.linkChange.create({ data: { ...change, kind, previousChatUserId: previous } });
  // Earlier tokens are not revoked: revoking one makes the platform revoke all of the user's tokens.
  await transaction.chatGrant.upsert({
    where: { chatUserId },
    create: { chatUserId, tokens: chatTokens, lookedAt: now },
    update: { tokens: chatTokens, lookedAt: now, ...(!isKept && { pushed: null }) },
  });
  if (leaving.length === 0) await syncGuilds(deps, transaction, chatUserId, URGENT);
  await deps.send(linkChanged, { commerceUserId }, { key: commerceUserId, transaction });
  if (!isKept)
    await deps.send(typedAccountsChanged, { commerceUserId }, { key: commerceUserId, transaction });
  const order = { chatUserId, orderedBy: chatUserId, address };
  const details = { user: commerceUserId, previous };
  if (!isKept) await noteDeed(transaction, now, order, 'account linked', details);
  return undefined;
}

const URGENT: SyncRequest = { urgency: 'urgent', mayTake: true };

/** Returns why the two can't be linked at the moment; undefined if they can. */
export async function refusal(
  deps: Pick<LinkingDeps, 'clock' | 'allowsSeveral'>,
  transaction: Transaction,
  pair: Pick<Proven, 'chatUserId' | 'commerceUserId'>,
): Promise<Refused | undefined> {
  const until = await blockedUntil(deps, transaction, pair);
  if (until) return { kind: 'forbidden', until };
  const { chatUserId, commerceUserId } = pair;
  if (!deps.allowsSeveral) {
    const where = { chatUserId, NOT: { commerceUserId } };
    if (await transaction.accountLink.findFirst({ where })) return { kind: 'already linked' };
  }
  const before = await transaction.accountLink.findUnique({ where: { commerceUserId } });
  if (await isRenewal(transaction, before, chatUserId)) return undefined;
  const pause =
    (await tooManyLinksUntil(deps, transaction, { commerceUserId })) ??
    (await tooManyLinksUntil(deps, transaction, { chatUserId }));
  return pause && { kind: 'too often', until: pause };
}

/** Returns whether the commerce user is linked to another chat account at the moment. */
export const isMove = async (
  prisma: LinkingDeps['prisma'],
  commerceUserId: string,
  chatUserId: string,
): Promise<boolean> =>
  (await prisma.accountLink.count({ where: { commerceUserId, NOT: { chatUserId } } })) > 0;

export const isLinked = async (
  prisma: LinkingDeps['prisma'],
  commerceUserId: string,
  chatUserId: string,
): Promise<boolean> => (await prisma.accountLink.count({ where: { commerceUserId, chatUserId } })) > 0;

export interface UnlinkOrder extends LinkOrder {
  /** Days for which the member may not link again; none if left out. */
  readonly forbidDays?: number;
}

/**
 * Ends every link of a chat account, queues the removal of its roles, and has its tokens deleted and revoked.
 * @returns how many links there were
 * @throws Fault `DAYS_OUT_OF_RANGE`, with nothing changed
 */
export function unlink(deps: LinkingDeps, order: UnlinkOrder): Promise<number> {
  const { chatUserId, orderedBy, forbidDays } = order;
  return deps.prisma.$transaction(async (transaction) => {
    await lockAccounts(transaction, [chatAccount(chatUserId)]);
    const links = await transaction.accountLink.findMany({ where: { chatUserId } });
    const users = links.map(({ commerceUserId }) => commerceUserId);
    await lockAccounts(transaction, users.map(commerceAccount));
    // Read again under the locks: a link may have moved to another account before we held them.
    const ended = await transaction.accountLink.findMany({ where: { chatUserId } });
    await transaction.accountLink.deleteMany({ where: { chatUserId } });
    const at = deps.clock.now();
    await transaction.linkChange.createMany({
      data: ended.map(({ commerceUserId }) => ({
        at,
        kind: 'unlink',
        commerceUserId,
        chatUserId,
        actor: orderedBy,
      })),
    });
    if (forbidDays !== undefined)
      await forbid(deps, transaction, { chatUserId, days: forbidDays, orderedBy });
    const connected = await connectedAccounts(transaction, users);
    const others = new Set([...ended.flatMap(({ leaving }) => leaving), ...connected]);
    const request: SyncRequest = { ...URGENT, orderedBy };
    await syncGuilds(deps, transaction, chatUserId, request);
    for (const commerceUserId of users)
      await deps.send(typedAccountsChanged, { commerceUserId }, { key: commerceUserId, transaction });
    for (const userId of [...others].filter((other) => other !== chatUserId).sort())
      await syncGuilds(deps, transaction, userId, { urgency: 'live', mayTake: true });
    await sendConnection(deps.send, chatUserId, transaction);
    const days = forbidDays !== undefined && { days: forbidDays };
    const unlinked = ended.map(({ commerceUserId }) => commerceUserId);
    if (unlinked.length > 0)
      await noteDeed(transaction, at, order, 'account unlinked', { users: unlinked, ...days });
    else if (days) await noteDeed(transaction, at, order, 'linking forbidden', days);
    return ended.length;
  }, TRANSACTION);
}

/**
 * Ends the links of a chat account on an admin's order, which may take away what holds the member in a guild. The admin's
 * rights are read just before, since the platform can't be asked within the transaction.
 * @throws Fault `YOU_MAY_NOT_KICK` or `YOU_MAY_NOT_KICK_ELSEWHERE` if the admin may not remove them there
 */
export async function unlinkByAdmin(
  deps: LinkingDeps & { readonly community: Community },
  order: UnlinkOrder & { readonly guildId: string },
  signal: AbortSignal,
): Promise<number> {
  const { chatUserId, orderedBy, guildId } = order;
  const links = await deps.prisma.accountLink.findMany({ where: { chatUserId } });
  const connected = await connectedAccounts(
    deps.prisma,
    links.map(({ commerceUserId }) => commerceUserId),
  );
  const admin = { guildId, userId: orderedBy };
  const userIds = [...new Set([chatUserId, ...connected])];
  await requireMayOrder(deps, admin, { userIds, change: withoutLink(chatUserId) }, signal);
  return unlink(deps, order);
}

/** Returns a function that gives a membership as it is once the account's links are ended. */
const withoutLink =
  (chatUserId: string) =>
  (membership: MembershipState): MembershipState =>
    membership.linked?.userId === chatUserId ? { ...membership, linked: null, isMoving: false } : membership;

/** Returns whether a link of the same two accounts would change nothing but the tokens. */
const isRenewal = async (
  transaction: Transaction,
  before: Parameters<typeof isConnectedSince>[1] | null,
  chatUserId: string,
): Promise<boolean> => before?.chatUserId === chatUserId && !(await isConnectedSince(transaction, before));

/** Returns whether a purchase was connected to another chat account, with proof, after the link was made. */
async function isConnectedSince(
  transaction: Transaction,
  { commerceUserId, chatUserId, linkedAt }: { commerceUserId: string; chatUserId: string; linkedAt: Date },
): Promise<boolean> {
  const where = {
    commerceUserId,
    chatUserId: { not: chatUserId },
    chatProven: true,
    chatConnectedAt: { gt: linkedAt },
  };
  return (await transaction.mirroredMembership.count({ where })) > 0;
}

/** Returns the chat accounts that buyers connected at the service, with proof. */
async function connectedAccounts(
  transaction: Transaction | PrismaClient,
  commerceUserIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await transaction.mirroredMembership.findMany({
    where: { commerceUserId: { in: [...commerceUserIds] }, chatProven: true, chatUserId: { not: null } },
    distinct: ['chatUserId'],
    select: { chatUserId: true },
  });
  return rows.flatMap(({ chatUserId }) => chatUserId ?? []);
}
