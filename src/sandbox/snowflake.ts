import Type from 'typebox';
import type { Clock } from '../clock.ts';

/** 2015-01-01T00:00:00Z: https://discord.com/developers/docs/reference#snowflakes */
const EPOCH = 1_420_070_400_000n;

/** Ids are signed 64-bit numbers; a larger one is refused: https://github.com/discord/discord-api-docs/issues/3733 */
export const LARGEST_SNOWFLAKE = 2n ** 63n - 1n;

/** The schema of an id in a request, or of what may stand in its place. */
export const idLike = (pattern: string) =>
  Type.Refine(Type.String({ pattern, isSnowflake: true }), (id) => !/^\d+$/.test(id) || isInRange(id));

/** Compares lengths first, so that no request makes a number of thousands of digits. */
const isInRange = (id: string): boolean =>
  id.length <= String(LARGEST_SNOWFLAKE).length && BigInt(id) <= LARGEST_SNOWFLAKE;

/** The id of something: no real one is shorter than 17 digits. */
export const Snowflake = idLike('^[1-9]\\d{16,}$');

/** Any number in the range of ids: a page may begin after 0, and new attachments are counted from there. */
export const IdOrNumber = idLike('^(0|[1-9]\\d*)$');

/** Makes ids that are as long as the platform's, hold their time, and only ever grow. */
export type NextSnowflake = () => string;

/** @param last the largest id already given out, so that a clock set back never repeats one */
export function createSnowflakes(clock: Clock, last: string): NextSnowflake {
  let latest = BigInt(last);
  return () => {
    const fromTime = (BigInt(clock.now().getTime()) - EPOCH) << 22n;
    latest = fromTime > latest ? fromTime : latest + 1n;
    return String(latest);
  };
}

/** Orders ids by age, oldest first. Their lengths differ, so neither text nor number comparison is right. */
export function compareSnowflakes(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : Number(a > b));
}
