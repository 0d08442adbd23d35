/**
 * Picks winners so that every set of that size is as likely as any other.
 * @param count how many; everybody wins where there are no more entries than that
 * @param randomBelow a random integer from 0 to below its argument, each as likely
 */
export function drawWinners<Item>(
  entries: readonly Item[],
  count: number,
  randomBelow: (limit: number) => number,
): Item[] {
  const hat = [...entries];
  const winners: Item[] = [];
  while (winners.length < count && hat.length > 0) winners.push(...hat.splice(randomBelow(hat.length), 1));
  return winners;
}
