import type { LocalCommunity } from '../community.ts';

/** Returns an unused username. They are lower case and unique: https://discord.com/developers/docs/resources/user */
export function freeUsername(community: LocalCommunity, name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_. ]/g, '')
    .trim()
    .replace(/[ .]+/g, '.');
  const wanted = plain.length < 2 ? 'member' : plain;
  const taken = new Set([...community.state.users.values()].map(({ username }) => username));
  let username = wanted;
  for (let number = 2; taken.has(username); number += 1) username = `${wanted}${number}`;
  return username;
}
