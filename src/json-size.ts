/** The most that a request needs, with room: the longest known holds 1,500 values. */
const MAX_VALUES = 5_000;
const MAX_DEPTH = 64;

/** A body that would cost more to read than any that means something. */
export class JsonTooLarge extends Error {
  override readonly name = 'JsonTooLarge';
  readonly statusCode = 413;
}

/**
 * Bounds what reading, checking and storing a JSON text can cost, before it is parsed: its length alone doesn't, as a
 * value takes two bytes. Stops at the first value or level too many. Invalid JSON is left for the parser to refuse.
 * @throws JsonTooLarge in words for whoever sent it
 */
export function checkJsonSize(text: string, maxValues: number = MAX_VALUES): void {
  let [values, depth, deepest] = [1, 0, 0];
  // A pattern finds the next character that matters without a step for each one in between.
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
    // Closed more often than opened: no JSON.
    if (depth < 0) return;
    if (values + deepest > maxValues)
      throw new JsonTooLarge(`The body may hold at most ${maxValues} values.`);
    if (deepest > MAX_DEPTH)
      throw new JsonTooLarge(`The body may hold at most ${MAX_DEPTH} objects and lists within each other.`);
  }
}

/** @returns where the quote is that closes a text; -1 where it is never closed */
function endOfText(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return -1;
}
