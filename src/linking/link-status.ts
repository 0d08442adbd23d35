import { blockedUntil } from './blocks.ts';
import type { LinkingDeps } from './deps.ts';
import { tooManyLinksUntil } from './link-limit.ts';

/** Links of a chat account, and whether it may link. */
export interface LinkStatus {
  readonly links: readonly { readonly commerceUserId: string; readonly linkedAt: Date }[];
  /** Until when the account may not link; undefined if it may. */
  readonly forbiddenUntil: Date | undefined;
  /** Until when the account can make no new link, because it has made many within an hour; undefined if it can. */
  readonly pausedUntil: Date | undefined;
}

/** Returns the state of a chat account's links, for an admin or the member. */
export async function linkOf(
  deps: Pick<LinkingDeps, 'prisma' | 'clock'>,
  chatUserId: string,
): Promise<LinkStatus> {
  const links = await deps.prisma.accountLink.findMany({
    where: { chatUserId },
    orderBy: { linkedAt: 'asc' },
    select: { commerceUserId: true, linkedAt: true },
  });
  return {
    links,
    forbiddenUntil: await blockedUntil(deps, deps.prisma, { chatUserId }),
    pausedUntil: await tooManyLinksUntil(deps, deps.prisma, { chatUserId }),
  };
}

/**
 * Returns the address where a member starts.
 * @param chatUserId the only chat account that may finish the journey; undefined for any
 */
export function startUrl(publicUrl: string, chatUserId?: string): string {
  const url = new URL(`${publicUrl}/link`);
  if (chatUserId !== undefined) url.searchParams.set('for', chatUserId);
  return url.href;
}
