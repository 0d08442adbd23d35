import Type, { type Static } from 'typebox';
import type { Compared } from './compare-guild.ts';

/** Losses per role that a sweep may cause without approval: this many, or this share of its holders if that is more. */
const FREE_LOSSES = 10;
const FREE_SHARE = 0.2;

/** The losses that a sweep would cause for one role. */
export const Losses = Type.Object({
  roleId: Type.String(),
  holders: Type.Integer(),
  losses: Type.Integer(),
});
export type Losses = Static<typeof Losses>;

export type Breaker = ReturnType<typeof createBreaker>;

export const LossesList = Type.Array(Losses);

/** Creates the mass-loss guard: counts, member by member, the losses that a sweep would cause. */
export function createBreaker() {
  const roles = new Map<string, { holders: number; losses: number }>();
  return {
    count({ member, decision }: Compared): void {
      for (const { roleId, action } of decision.roleDecisions) {
        if (!member.roleIds.includes(roleId)) continue;
        const role = roles.get(roleId) ?? { holders: 0, losses: 0 };
        role.holders += 1;
        if (action === 'revoke' || decision.kick) role.losses += 1;
        roles.set(roleId, role);
      }
    },
    /**
     * Returns the roles that would lose more holders than allowed without approval.
     * @param undecided roles whose approval is still pending or was refused; these count if they would lose any holder
     */
    tripped(undecided: readonly string[]): readonly Losses[] {
      return [...roles]
        .map(([roleId, role]) => ({ roleId, ...role }))
        .filter(
          ({ roleId, holders, losses }) =>
            losses > (undecided.includes(roleId) ? 0 : Math.max(FREE_LOSSES, FREE_SHARE * holders)),
        );
    },
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
