import type { Transaction } from '../database/index.ts';
import { ChatFault } from '../i18n/chat-fault.ts';
import { MAX_DAYS } from '../limits.ts';
import { chatAccount, type LinkingDeps, lockAccounts, TRANSACTION } from './deps.ts';
import { type LinkOrder, noteDeed } from './note.ts';

const DAY = 86_400_000;

export interface Pair {
  readonly chatUserId: string;
  readonly commerceUserId?: string | undefined;
}

/** Returns until when either account is forbidden to link; undefined if both may. */
export async function blockedUntil(
  { clock }: Pick<LinkingDeps, 'clock'>,
  transaction: Transaction,
  { chatUserId, commerceUserId }: Pair,
): Promise<Date | undefined> {
  const found = await transaction.linkBlock.findFirst({
    where: {
      until: { gt: clock.now() },
      OR: [
        { side: 'chat', userId: chatUserId },
        ...(commerceUserId === undefined ? [] : [{ side: 'commerce', userId: commerceUserId }]),
      ],
    },
    orderBy: { until: 'desc' },
  });
  return found?.until;
}

/**
 * Forbids a member to link for some days. This covers the chat account and the commerce users that are or were last
 * linked to it, so that another chat account can't be used instead. An existing link stays; end it with `unlink`.
 * @returns until when
 * @throws Fault `DAYS_OUT_OF_RANGE`
 */
export function forbidRelink(deps: LinkingDeps, order: LinkOrder & { readonly days: number }): Promise<Date> {
  return deps.prisma.$transaction(async (transaction) => {
    await lockAccounts(transaction, [chatAccount(order.chatUserId)]);
    const until = await forbid(deps, transaction, order);
    await noteDeed(transaction, deps.clock.now(), order, 'linking forbidden', { days: order.days });
    return until;
  }, TRANSACTION);
}

/** Stores a link ban in the caller's transaction. The caller locks the account and writes the audit log entry. */
export async function forbid(
  { clock }: Pick<LinkingDeps, 'clock'>,
  transaction: Transaction,
  { chatUserId, days, orderedBy }: LinkOrder & { readonly days: number },
): Promise<Date> {
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS)
    throw new ChatFault('DAYS_OUT_OF_RANGE', { most: MAX_DAYS });
  const at = clock.now();
  const until = new Date(at.getTime() + days * DAY);
  const subjects = [
    { side: 'chat', userId: chatUserId },
    ...(await commerceUsersOf(transaction, chatUserId)).map((userId) => ({ side: 'commerce', userId })),
  ];
  for (const subject of subjects)
    await transaction.linkBlock.upsert({
      where: { side_userId: subject },
      create: { ...subject, until, orderedBy },
      update: { until, orderedBy },
    });
  await transaction.linkChange.create({ data: { at, kind: 'forbid', chatUserId, actor: orderedBy } });
  return until;
}

/** Lifts a link ban early. @returns whether there was one */
export async function allowRelink({ prisma, clock }: LinkingDeps, order: LinkOrder): Promise<boolean> {
  const { chatUserId, orderedBy } = order;
  return prisma.$transaction(async (transaction) => {
    const userIds = await commerceUsersOf(transaction, chatUserId);
    const { count } = await transaction.linkBlock.deleteMany({
      where: {
        OR: [
          { side: 'chat', userId: chatUserId },
          { side: 'commerce', userId: { in: [...userIds] } },
        ],
      },
    });
    if (count === 0) return false;
    const at = clock.now();
    await transaction.linkChange.create({ data: { at, kind: 'allow', chatUserId, actor: orderedBy } });
    await noteDeed(transaction, at, order, 'linking allowed');
    return true;
  }, TRANSACTION);
}

/** Returns the commerce users that are linked to this chat account, or whose last link was to it. */
async function commerceUsersOf(transaction: Transaction, chatUserId: string): Promise<readonly string[]> {
  const rows = await transaction.linkChange.findMany({
    where: { chatUserId, commerceUserId: { not: null } },
    distinct: ['commerceUserId'],
    select: { commerceUserId: true },
  });
  const known = rows.flatMap(({ commerceUserId }) => commerceUserId ?? []);
  const last = await transaction.linkChange.findMany({
    where: { commerceUserId: { in: known } },
    distinct: ['commerceUserId'],
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: { commerceUserId: true, chatUserId: true },
  });
  return last
    .filter((change) => change.chatUserId === chatUserId)
    .flatMap(({ commerceUserId }) => commerceUserId ?? []);
}
