import type { Community } from '../access/community.ts';
import { allowRelink, forbidRelink } from './blocks.ts';
import type { LinkingDeps } from './deps.ts';
import { linkOf, startUrl } from './link-status.ts';
import { type UnlinkOrder, unlink, unlinkByAdmin } from './links.ts';
import type { LinkOrder } from './note.ts';

/** Operations on account links for chat commands. */
export type LinkingForCommands = ReturnType<typeof linkingForCommands>;

/** @param publicUrl base address of the pages; undefined if linking is disabled */
export const linkingForCommands = (
  deps: LinkingDeps & { readonly community: Community },
  publicUrl: string | undefined,
) => ({
  /** Address where a member starts, valid for that member only; undefined if linking is disabled. */
  startUrl: (chatUserId: string) => (publicUrl === undefined ? undefined : startUrl(publicUrl, chatUserId)),
  standing: (chatUserId: string) => linkOf(deps, chatUserId),
  /** @returns how many links were ended */
  unlink: (order: UnlinkOrder) => unlink(deps, order),
  /** Ends the links on the order of an admin, if they may give it. @returns how many links were ended */
  unlinkByAdmin: (order: UnlinkOrder & { readonly guildId: string }, signal: AbortSignal) =>
    unlinkByAdmin(deps, order, signal),
  /** @returns until when linking is forbidden */
  forbid: (order: LinkOrder & { readonly days: number }) => forbidRelink(deps, order),
  /** @returns whether linking was forbidden */
  allow: (order: LinkOrder) => allowRelink(deps, order),
});
