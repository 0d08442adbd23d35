/** How many things are remembered at a time that were said: they may differ by what they quote. */
const REMEMBERED = 20;

/**
 * For what may happen a thousand times a second and is logged once in a while.
 * @param quiet how long the same isn't said again, in milliseconds
 * @returns asks whether something is to be said now: undefined where it isn't, else how often it went unsaid
 */
export function createSeldom(quiet: number): (what: string) => { readonly unsaid?: number } | undefined {
  const said = new Map<string, { readonly at: number; times: number }>();
  return (what) => {
    const now = performance.now();
    const last = said.get(what);
    if (last && now - last.at < quiet) {
      last.times += 1;
      return undefined;
    }
    if (said.size >= REMEMBERED) said.clear();
    said.set(what, { at: now, times: 0 });
    return last ? { unsaid: last.times } : {};
  };
}
