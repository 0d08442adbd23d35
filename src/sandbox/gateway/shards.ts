/** Which of how many shards a session is: https://discord.com/developers/docs/events/gateway#sharding */
export type Shard = readonly [id: number, count: number];

/** Whether a guild's events are a shard's affair; what has no guild is that of the first. */
export function isOnShard([id, count]: Shard, guildId: string | undefined): boolean {
  const home = guildId === undefined ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(count));
  return home === id;
}
