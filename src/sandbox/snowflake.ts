import Type from 'typebox';
import type { Clock } from '../clock.ts';

/** 2015-01-01T00:00:00Z: https://discord.com/developers/docs/reference#snowflakes */
const EPOCH = 1_420_070_400_000n;

/**
 * The platform refuses ids that exceed a signed 64-bit number: https://github.com/discord/discord-api-docs/issues/3733
 */
export const LARGEST_SNOWFLAKE = 2n ** 63n - 1n;

/** Returns the schema of an id, or of its alternatives, in a request. */
export const idLike = (pattern: string) =>
  Type.Refine(Type.String({ pattern, isSnowflake: true }), (id) => !/^\d+$/.test(id) || isInRange(id));

/** Checks the length first, so that no request makes us parse a number with thousands of digits. */
const isInRange = (id: string): boolean =>
  id.length <= String(LARGEST_SNOWFLAKE).length && BigInt(id) <= LARGEST_SNOWFLAKE;

/** An entity's id. Real ones have at least 17 digits. */
export const Snowflake = idLike('^[1-9]\\d{16,}$');

/** Any number in the range of ids. Page cursors may be 0, and uploads are numbered from 0. */
export const IdOrNumber = idLike('^(0|[1-9]\\d*)$');

/** Returns a new id in the platform's format: it contains its time, and ids only grow. */
export type NextSnowflake = () => string;

/** Creates a generator of ids. @param last the largest id issued so far, so that a clock set back never repeats one */
export function createSnowflakes(clock: Clock, last: string): NextSnowflake {
  let latest = BigInt(last);
  return () => {
    const fromTime = (BigInt(clock.now().getTime()) - EPOCH) << 22n;
    latest = fromTime > latest ? fromTime : latest + 1n;
    return String(latest);
  };
}

/**
 * Orders ids by age, oldest first. Comparing them as texts is wrong, since their lengths differ; as numbers they lose
 * precision.
 */
export function compareSnowflakes(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : Number(a > b));
}
