/**
 * Draws places in a line so that every set of that many is as likely as any other (Floyd's algorithm). The work grows with
 * what is drawn, not with the line.
 * @param length of the line; its places are numbered from 0
 * @param count how many; all of them where the line is no longer than that
 * @param randomBelow a random integer from 0 to below its argument, each as likely
 */
export function drawPlaces(
  length: number,
  count: number,
  randomBelow: (limit: number) => number,
): readonly number[] {
  const drawn = new Set<number>();
  for (let last = Math.max(length - count, 0); last < length; last++) {
    const place = randomBelow(last + 1);
    drawn.add(drawn.has(place) ? last : place);
  }
  return [...drawn];
}
