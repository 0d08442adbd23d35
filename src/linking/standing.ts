import { blockedUntil } from './blocks.ts';
import type { LinkingDeps } from './deps.ts';

/** How it is with the links of a chat account. */
export interface Standing {
  readonly links: readonly { readonly commerceUserId: string; readonly linkedAt: Date }[];
  /** Until when the account may not link; undefined where it may. */
  readonly forbiddenUntil: Date | undefined;
}

/** What an admin, or the member, is told about a chat account's links. */
export async function linkOf(
  deps: Pick<LinkingDeps, 'prisma' | 'clock'>,
  chatUserId: string,
): Promise<Standing> {
  const links = await deps.prisma.accountLink.findMany({
    where: { chatUserId },
    orderBy: { linkedAt: 'asc' },
    select: { commerceUserId: true, linkedAt: true },
  });
  return { links, forbiddenUntil: await blockedUntil(deps, deps.prisma, { chatUserId }) };
}

/** Where a member begins. @param chatUserId for whom alone the journey is; undefined: for whoever comes */
export function startUrl(publicUrl: string, chatUserId?: string): string {
  const url = new URL(`${publicUrl}/link`);
  if (chatUserId !== undefined) url.searchParams.set('for', chatUserId);
  return url.href;
}
