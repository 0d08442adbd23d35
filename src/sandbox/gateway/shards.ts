/** A session's shard: https://discord.com/developers/docs/events/gateway#sharding */
export type Shard = readonly [id: number, count: number];

/** Whether a shard receives a guild's events. Events without a guild go to the first shard. */
export function isOnShard([id, count]: Shard, guildId: string | undefined): boolean {
  const home = guildId === undefined ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(count));
  return home === id;
}
