import { type Link, link } from '../../src/discord/commands/reply.ts';

/**
 * Maximum length of a button's URL, in characters.
 * @see https://discord.com/developers/docs/components/reference#button
 */
const LONGEST = 512;

/** Returns a button for a page with an external URL; none if the platform wouldn't accept the URL. */
export const pageLink = (label: string, url: string | null): readonly Link[] =>
  url !== null && /^https?:$/.test(URL.parse(url)?.protocol ?? '') && url.length <= LONGEST
    ? [link(label, url)]
    : [];
