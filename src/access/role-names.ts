import type { Clock } from '../clock.ts';
import { createShelf, type Shelf } from '../shelf.ts';
import type { Community, GuildNames } from './community.ts';

/** How long the platform may take to tell a guild's roles, in milliseconds. */
const TIMEOUT = 10_000;

/**
 * What a guild's roles are called, for somebody who is typing: at once, from memory, at most a minute old where the
 * platform answers. Never fails: it may be empty.
 */
export function createRoleNames({
  community,
  clock,
}: {
  readonly community: Community;
  readonly clock: Clock;
}): (guildId: string) => Promise<ReadonlyMap<string, string>> {
  const shelves = new Map<string, Shelf<GuildNames['roles'][number]>>();
  const shelfOf = (guildId: string) => {
    const shelf = createShelf(async function* () {
      const { roles } = await community.getNames(guildId, AbortSignal.timeout(TIMEOUT));
      yield { items: roles, isWhole: true };
    }, clock);
    shelves.set(guildId, shelf);
    return shelf;
  };
  return async (guildId) => {
    const roles = await (shelves.get(guildId) ?? shelfOf(guildId)).read();
    return new Map(roles.map(({ id, name }) => [id, name]));
  };
}
