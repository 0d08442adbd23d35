/** Above this a number of the epoch is taken for milliseconds: as seconds it would be the year 5138. */
const MILLISECONDS_FROM = 100_000_000_000;

/**
 * Reads a moment in any of the ways that services of this API's family write one: seconds (or milliseconds)
 * since the epoch as a number or as text, ISO 8601, or `2022-12-05 02:28:57 +0200`. Without a zone it is UTC.
 * @returns undefined for what is no moment between the years 2000 and 2999
 */
export function toDate(moment: unknown): Date | undefined {
  const date = typeof moment === 'string' && !/^\d+$/.test(moment) ? fromText(moment) : fromEpoch(moment);
  const year = date?.getUTCFullYear() ?? 0;
  return year >= 2000 && year < 3000 ? date : undefined;
}

function fromEpoch(moment: unknown): Date | undefined {
  if (typeof moment !== 'number' && typeof moment !== 'string') return undefined;
  const number = Number(moment);
  return new Date(number < MILLISECONDS_FROM ? number * 1000 : number);
}

function fromText(text: string): Date {
  const hasTime = /\d:\d\d/.test(text);
  const hasZone = /(z|utc|gmt|[+-]\d\d:?\d\d)$/i.test(text);
  return new Date(hasTime && !hasZone ? `${text}Z` : text);
}
