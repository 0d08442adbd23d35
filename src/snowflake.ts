/** 2015-01-01T00:00:00Z, the platform's epoch: https://discord.com/developers/docs/reference#snowflakes */
const EPOCH = 1_420_070_400_000n;

/** Ids are signed 64-bit numbers: https://github.com/discord/discord-api-docs/issues/3733 */
const LARGEST = 2n ** 63n - 1n;

/** How far the platform's clock may be ahead of ours, in milliseconds. */
const AHEAD = 86_400_000n;

/**
 * Whether this can be an id of the platform. The shortest ids are from its first weeks. The creation time isn't
 * checked: stored ids must stay valid even if our clock is set back.
 */
export const isSnowflake = (id: string): boolean => /^[1-9]\d{16,18}$/.test(id) && BigInt(id) <= LARGEST;

/** Whether the platform can have issued this id by now. Says nothing about its owner. */
export const isSnowflakeBy = (id: string, now: Date): boolean =>
  isSnowflake(id) && (BigInt(id) >> 22n) + EPOCH <= BigInt(now.getTime()) + AHEAD;
