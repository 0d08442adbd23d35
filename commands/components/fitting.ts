import type { Markdown } from '../../src/i18n/markdown.ts';

/** Maximum length of a list on one page, in characters: what a message can hold besides its title and footer. */
const ROOM = 3_300;

type Lines = readonly Markdown[];

/**
 * Splits a list into parts that fit into a message each, in order and without splitting an item.
 * @param most maximum number of items in a part
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
