import type { Markdown } from '../../src/words/markdown.ts';

/** The text of a list on one page, in characters: a message has room for that, with its title and small print. */
const ROOM = 3_300;

/** What is shown of one item. */
type Lines = readonly Markdown[];

/**
 * Parts of a list of which each has room in a message, in their order; an item is never divided.
 * @param most items in a part, however short
 */
export function fittingParts(
  items: readonly Lines[],
  most = Number.POSITIVE_INFINITY,
): readonly (readonly Lines[])[] {
  const parts: Lines[][] = [];
  let left = 0;
  for (const item of items) {
    const length = item.reduce((sum, { text }) => sum + text.length + 1, 0);
    const part = parts.at(-1);
    if (part && length <= left && part.length < most) {
      part.push(item);
      left -= length;
    } else {
      parts.push([item]);
      left = ROOM - length;
    }
  }
  return parts;
}
