/** 2015-01-01T00:00:00Z, when the platform's time begins: https://discord.com/developers/docs/reference#snowflakes */
const EPOCH = 1_420_070_400_000n;

/** Ids are signed 64-bit numbers: https://github.com/discord/discord-api-docs/issues/3733 */
const LARGEST = 2n ** 63n - 1n;

/** How far the platform's clock may be ahead of ours, in milliseconds. */
const AHEAD = 86_400_000n;

/**
 * Whether this can be an id of the platform. The shortest ones are of its first weeks. When it was made isn't looked
 * at: what is stored must not stop being an account because our clock was set back.
 */
export const isSnowflake = (id: string): boolean => /^[1-9]\d{16,18}$/.test(id) && BigInt(id) <= LARGEST;

/** Whether this can be an id that the platform has given out by now, which says nothing about whose. */
export const isSnowflakeBy = (id: string, now: Date): boolean =>
  isSnowflake(id) && (BigInt(id) >> 22n) + EPOCH <= BigInt(now.getTime()) + AHEAD;
