import { type Link, link } from '../../src/discord/commands/reply.ts';

/**
 * The longest address of a button, in characters.
 * @see https://discord.com/developers/docs/components/reference#button
 */
const LONGEST = 512;

/** A button that opens a page whose address others gave us; none where the platform wouldn't take it. */
export const pageLink = (label: string, url: string | null): readonly Link[] =>
  url !== null && /^https?:$/.test(URL.parse(url)?.protocol ?? '') && url.length <= LONGEST
    ? [link(label, url)]
    : [];
