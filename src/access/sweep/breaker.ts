import { countedLosses } from '../sync/decide.ts';
import { isWithinBudget, type Losses } from '../sync/permitted-losses.ts';
import type { Compared } from './compare-guild.ts';

export type Breaker = ReturnType<typeof createBreaker>;

interface Role {
  readonly holders: number;
  readonly losers: readonly string[];
}

/** Creates the breaker: notes, member by member, the losses that a sweep would cause. Claimed roles don't count. */
export function createBreaker() {
  const roles = new Map<string, { holders: number; losers: string[] }>();
  return {
    count({ userId, member, stored, decision }: Compared): void {
      const lost = countedLosses(decision, member.roleIds, stored);
      for (const { roleId } of decision.roleDecisions) {
        if (!member.roleIds.includes(roleId) || stored.claimed.includes(roleId)) continue;
        const role = roles.get(roleId) ?? { holders: 0, losers: [] };
        role.holders += 1;
        if (lost.includes(roleId)) role.losers.push(userId);
        roles.set(roleId, role);
      }
    },
    /**
     * Returns the roles that would lose more holders in a day than allowed without approval.
     * @param undecided roles whose approval is still pending or was refused; these count if they would lose any holder
     * @param permitted members whose losses were permitted in the last day, by role
     */
    tripped(
      undecided: readonly string[],
      permitted: ReadonlyMap<string, ReadonlySet<string>>,
    ): readonly Losses[] {
      const isTripped = (roleId: string, { holders, losers }: Role) => {
        const day = new Set(losers).union(permitted.get(roleId) ?? new Set());
        return undecided.includes(roleId)
          ? losers.length > 0
          : !isWithinBudget(day.size, holders + day.size - losers.length);
      };
      return [...roles]
        .filter(([roleId, role]) => role.losers.length > 0 && isTripped(roleId, role))
        .map(([roleId, { holders, losers }]) => ({ roleId, holders, losses: losers.length }));
    },
    /** Returns the members who would lose a role, for each role. */
    losers: (): readonly (readonly [roleId: string, userIds: readonly string[]])[] =>
      [...roles].map(([roleId, { losers }]) => [roleId, losers]),
  };
}

/** Sums the losses of all roles. */
export const countLosses = (all: readonly Losses[]): number =>
  all.reduce((sum, { losses }) => sum + losses, 0);

/** Whether an admin was already asked about all of these losses: the same roles, and no more losses in any of them. */
export const isAnswered = (tripped: readonly Losses[], asked: readonly Losses[]): boolean =>
  tripped.every(({ roleId, losses }) =>
    asked.some((known) => known.roleId === roleId && losses <= known.losses),
  );
