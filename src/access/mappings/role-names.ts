import type { Clock } from '../../clock.ts';
import { createSwrCache, type SwrCache } from '../../swr-cache.ts';
import type { Community, GuildNames } from '../community.ts';

/** Timeout for reading a guild's roles, in milliseconds. */
const TIMEOUT = 10_000;

/**
 * Returns a function that reads a guild's role names from a cache, for autocompletion. They are at most a minute old
 * while the platform answers. Never fails; the result may be empty.
 */
export function createRoleNames({
  community,
  clock,
}: {
  readonly community: Community;
  readonly clock: Clock;
}): (guildId: string) => Promise<ReadonlyMap<string, string>> {
  const shelves = new Map<string, SwrCache<GuildNames['roles'][number]>>();
  const shelfOf = (guildId: string) => {
    const cache = createSwrCache(async function* () {
      const { roles } = await community.getNames(guildId, AbortSignal.timeout(TIMEOUT));
      yield { items: roles, isWhole: true };
    }, clock);
    shelves.set(guildId, cache);
    return cache;
  };
  return async (guildId) => {
    const roles = await (shelves.get(guildId) ?? shelfOf(guildId)).read();
    return new Map(roles.map(({ id, name }) => [id, name]));
  };
}
