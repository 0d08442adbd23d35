import type { Transaction } from '../database/index.ts';
import type { LinkingDeps } from './deps.ts';

/** Links that one commerce user, and one chat account, may make within the period, in milliseconds. */
const LINKS = 6;
const PERIOD = 3_600_000;

/**
 * Returns until when an account can't link because it has linked too often; undefined if it can. Each link and its end
 * make work for every account that the purchases name.
 */
export async function tooManyLinksUntil(
  { clock }: Pick<LinkingDeps, 'clock'>,
  transaction: Transaction,
  account: { readonly chatUserId: string } | { readonly commerceUserId: string },
): Promise<Date | undefined> {
  const since = new Date(clock.now().getTime() - PERIOD);
  const decisive = await transaction.linkChange.findFirst({
    where: { ...account, kind: { in: ['link', 'move'] }, at: { gt: since } },
    orderBy: { at: 'desc' },
    skip: LINKS - 1,
  });
  return decisive ? new Date(decisive.at.getTime() + PERIOD) : undefined;
}
