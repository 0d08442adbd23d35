import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';
import type { Community, Member } from './community.ts';
import { type Decision, decide } from './decide.ts';
import { deriveMany } from './derive.ts';
import type { Mapping, StoredState } from './state.ts';

export interface CompareDeps {
  readonly prisma: PrismaClient;
  readonly community: Community;
  readonly clock: Clock;
  /** How many members a guild has, where that is known: saves the call that would find an empty page. */
  readonly memberCount: (guildId: string) => number | undefined;
}

/** A member of a guild as seen on a list, with what should be. */
export interface Compared {
  /** When the platform was asked for the list. */
  readonly at: Date;
  readonly userId: string;
  readonly member: Member;
  readonly stored: StoredState;
  readonly decision: Decision;
}

/**
 * Compares every member of a guild with what is stored, a page at a time and in constant memory: one call to
 * the platform for a thousand members, and a fixed number of queries.
 * @param mappings the guild's, as they are or as they might become
 * @throws the platform's error; what came before it is then not the whole guild, and nothing may be concluded
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
