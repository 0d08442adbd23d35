/** The most that a request needs, with room: the longest known holds 1,500 values. */
const MAX_VALUES = 5_000;
const MAX_DEPTH = 64;

/** A body that would cost more to read than any that means something. */
export class JsonTooLarge extends Error {
  override readonly name = 'JsonTooLarge';
  readonly statusCode = 413;
}

/**
 * Bounds what reading, checking and storing a JSON text can cost, before it is parsed: bytes alone don't, as a value
 * takes two of them.
 * @throws JsonTooLarge in words for whoever sent it
 */
export function checkJsonSize(text: string, maxValues: number = MAX_VALUES): void {
  const { values, depth } = sizeOf(text);
  if (values > maxValues) throw new JsonTooLarge(`The body may hold at most ${maxValues} values.`);
  if (depth > MAX_DEPTH)
    throw new JsonTooLarge(`The body may hold at most ${MAX_DEPTH} objects and lists within each other.`);
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);

/** Of a text that is no JSON it says something, too: that is the parser's to refuse. */
function sizeOf(text: string): { readonly values: number; readonly depth: number } {
  let [values, depth, deepest] = [1, 0, 0];
  let inText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) inText = !inText;
    else if (inText) at += code === BACKSLASH ? 1 : 0;
    else if (code === COMMA) values++;
    else if (OPENING.has(code)) deepest = Math.max(deepest, ++depth);
    else if (CLOSING.has(code)) depth--;
  }
  return { values: values + deepest, depth: deepest };
}
