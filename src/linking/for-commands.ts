import { allowRelink, forbidRelink } from './blocks.ts';
import type { LinkingDeps } from './deps.ts';
import { type UnlinkOrder, unlink } from './links.ts';
import type { LinkOrder } from './note.ts';
import { linkOf, startUrl } from './standing.ts';

/** What people in the chat ask of account links. */
export type LinkingForCommands = ReturnType<typeof linkingForCommands>;

/** @param publicUrl where the pages are; undefined where nobody can link */
export const linkingForCommands = (deps: LinkingDeps, publicUrl: string | undefined) => ({
  /** Where a member begins; the page is for them alone. Undefined where nobody can link. */
  startUrl: (chatUserId: string) => (publicUrl === undefined ? undefined : startUrl(publicUrl, chatUserId)),
  standing: (chatUserId: string) => linkOf(deps, chatUserId),
  /** @returns how many links there were */
  unlink: (order: UnlinkOrder) => unlink(deps, order),
  /** @returns until when */
  forbid: (order: LinkOrder & { readonly days: number }) => forbidRelink(deps, order),
  /** @returns whether it was forbidden */
  allow: (order: LinkOrder) => allowRelink(deps, order),
});
