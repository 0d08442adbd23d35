/** Limit per request, with a margin: the largest known request has 1,500 values. */
const MAX_VALUES = 5_000;
const MAX_DEPTH = 64;

/** The body would cost more to read than any legitimate one. */
export class JsonTooLarge extends Error {
  override readonly name = 'JsonTooLarge';
  readonly statusCode = 413;
}

/**
 * Bounds the cost of parsing and storing a JSON text, before it is parsed. The length is no bound, since a value can be
 * as short as two bytes. Stops at the first excess value or level. The parser rejects invalid JSON.
 * @throws JsonTooLarge with a message for the sender
 */
export function checkJsonSize(text: string, maxValues: number = MAX_VALUES): void {
  let [values, depth, deepest] = [1, 0, 0];
  // The pattern jumps to the next structural character, instead of stepping through all in between.
  const structural = /[",{}[\]]/g;
  while (structural.test(text)) {
    const found = text[structural.lastIndex - 1];
    if (found === '"') {
      const end = endOfText(text, structural.lastIndex);
      if (end === -1) return;
      structural.lastIndex = end + 1;
    } else if (found === ',') values += 1;
    else if (found === '}' || found === ']') depth -= 1;
    else deepest = Math.max(deepest, ++depth);
    // Closed more often than opened: not JSON.
    if (depth < 0) return;
    if (values + deepest > maxValues)
      throw new JsonTooLarge(`The body may hold at most ${maxValues} values.`);
    if (deepest > MAX_DEPTH)
      throw new JsonTooLarge(`The body may nest objects and lists at most ${MAX_DEPTH} levels deep.`);
  }
}

/** @returns the index of the closing quote; -1 if there is none */
function endOfText(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return -1;
}
