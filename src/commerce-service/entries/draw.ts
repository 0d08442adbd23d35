/**
 * Draws positions so that every set of this size is equally likely (Floyd's algorithm). The work grows with the number
 * drawn, not with the number of positions.
 * @param length number of positions, which are numbered from 0
 * @param count how many to draw; all positions if there are no more than that
 * @param randomBelow returns a uniformly distributed integer from 0 up to, but not including, its argument
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
