import type { Community, Guild } from '../access/community.ts';
import { mappedGuilds } from '../access/mappings/mappings.ts';
import { decide } from '../access/sync/decide.ts';
import { derive } from '../access/sync/derive.ts';
import { ABSENT } from '../access/sync/why.ts';
import type { LinkingDeps } from './deps.ts';

/** Lifetime of cached guilds (names of servers and roles), in milliseconds. */
const REMEMBERED = 60_000;

/** Role given by a membership. `isThere` is true once it was seen on the member. */
export interface Arrival {
  readonly guild: string;
  readonly role: string;
  readonly isThere: boolean;
}

/** Roles that a link brings, as shown on the final page. */
export interface Arrivals {
  readonly roles: readonly Arrival[];
  /** Whether all roles have arrived, so that no further change is expected. */
  readonly isComplete: boolean;
}

/** Reports which roles a link brings to a chat account, and which have arrived. */
export type WatchArrivals = (chatUserId: string, signal: AbortSignal) => Promise<Arrivals>;

/** @throws the platform's errors if a guild isn't cached */
export function createArrivals(deps: LinkingDeps & { readonly community: Community }): WatchArrivals {
  const { prisma, clock, guildIds, community } = deps;
  const known = new Map<string, { readonly guild: Guild; readonly until: number }>();
  const getGuild = async (guildId: string, signal: AbortSignal): Promise<Guild> => {
    const found = known.get(guildId);
    const now = clock.now().getTime();
    if (found && now < found.until) return found.guild;
    const guild = await community.getGuild(guildId, signal);
    known.set(guildId, { guild, until: now + REMEMBERED });
    return guild;
  };
  return async (chatUserId, signal) => {
    const moving = await prisma.accountLink.count({ where: { chatUserId, leaving: { isEmpty: false } } });
    const roles: Arrival[] = [];
    for (const guildId of await mappedGuilds(prisma, guildIds)) {
      const ref = { guildId, userId: chatUserId };
      const stored = await derive(prisma, ref);
      const memberships = stored.memberships.map((one) => ({ ...one, isMoving: false }));
      const state = { ...stored, memberships, userId: chatUserId, member: ABSENT, now: clock.now() };
      const paid = decide(state).roleDecisions.filter(({ isPaid }) => isPaid);
      const guild = paid.length > 0 ? await getGuild(guildId, signal) : undefined;
      for (const { roleId } of paid) {
        const role = guild?.roles.find(({ id }) => id === roleId)?.name;
        const isThere = stored.granted.includes(roleId) && !stored.unconfirmed.includes(roleId);
        if (guild && role !== undefined) roles.push({ guild: guild.name, role, isThere });
      }
    }
    return { roles, isComplete: moving === 0 && roles.every(({ isThere }) => isThere) };
  };
}
