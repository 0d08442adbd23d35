import type { Clock } from '../../clock.ts';
import type { PrismaClient } from '../../database/index.ts';
import type { Community, Member } from '../community.ts';
import type { Mapping, StoredState } from '../state.ts';
import { type Decision, decide } from '../sync/decide.ts';
import { deriveMany } from '../sync/derive.ts';

export interface CompareDeps {
  readonly prisma: PrismaClient;
  readonly community: Community;
  readonly clock: Clock;
  /** Number of members in a guild, if known. Saves the call that would return an empty last page. */
  readonly memberCount: (guildId: string) => number | undefined;
}

/** A member as listed by the platform, with the decision about them. */
export interface Compared {
  /** Time the list was requested. */
  readonly at: Date;
  readonly userId: string;
  readonly member: Member;
  readonly stored: StoredState;
  readonly decision: Decision;
}

/**
 * Compares every member of a guild with the stored state, one page at a time and in constant memory. Each page of up to
 * a thousand members takes one platform call and a fixed number of queries.
 * @param mappings the guild's mappings, current or proposed
 * @throws the platform's error; the pages before it aren't the whole guild, so nothing may be concluded from them
 */
export async function* compareGuild(
  deps: CompareDeps,
  guildId: string,
  mappings: readonly Mapping[],
  signal: AbortSignal,
): AsyncGenerator<readonly Compared[]> {
  let listed = 0;
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const at = deps.clock.now();
    const { members, isLast } = await deps.community.listMembers(guildId, after, signal);
    listed += members.length;
    after = isLast || listed === deps.memberCount(guildId) ? undefined : members.at(-1)?.userId;
    const people = members.filter(({ isBot }) => !isBot);
    const storedOf = await deriveMany(
      deps.prisma,
      guildId,
      mappings,
      people.map(({ userId }) => userId),
    );
    const now = deps.clock.now();
    yield people.map(({ userId, ...member }) => {
      const stored = storedOf(userId);
      return { at, userId, member, stored, decision: decide({ ...stored, userId, member, now }) };
    });
  }
}
