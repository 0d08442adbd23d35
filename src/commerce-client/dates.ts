/** Epoch numbers from here on are milliseconds: read as seconds, this would be the year 5138. */
const MILLISECONDS_FROM = 100_000_000_000;

/**
 * Parses a time in any format that services of this API's family use: seconds or milliseconds since the epoch, as a
 * number or a string; ISO 8601; or `2022-12-05 02:28:57 +0200`. A time without a zone is UTC.
 * @returns undefined for anything that isn't a time in the years 2000 to 2999
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
