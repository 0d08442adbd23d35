import Type, { type Static } from 'typebox';
import type { Compared } from './compare-guild.ts';

/** A sweep takes at most this many holders of a role without asking, whichever is more. */
const FREE_LOSSES = 10;
const FREE_SHARE = 0.2;

/** What a sweep would take of one role. */
export const Losses = Type.Object({
  roleId: Type.String(),
  /** Members who have the role now. */
  holders: Type.Integer(),
  /** Those of them who would lose it. */
  losses: Type.Integer(),
});
export type Losses = Static<typeof Losses>;

/** Counts what a sweep would take. */
export type Breaker = ReturnType<typeof createBreaker>;

/** As a sweep's row holds them. */
export const LossesList = Type.Array(Losses);

/** Counts, member by member, what a sweep would take. */
export function createBreaker() {
  const roles = new Map<string, { holders: number; losses: number }>();
  return {
    count({ member, decision }: Compared): void {
      for (const { roleId, action } of decision.verdicts) {
        if (!member.roleIds.includes(roleId)) continue;
        const role = roles.get(roleId) ?? { holders: 0, losses: 0 };
        role.holders += 1;
        if (action === 'revoke' || decision.kick) role.losses += 1;
        roles.set(roleId, role);
      }
    },
    /**
     * The roles that would lose more than their share: then a person must look first.
     * @param undecided roles about which one was asked and has not said yes: of these, those that would lose any
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

/** How many would be lost in all. */
export const countLosses = (all: readonly Losses[]): number =>
  all.reduce((sum, { losses }) => sum + losses, 0);

/** Whether an admin has been asked about all of this already: the same roles, and no more of each. */
export const isAnswered = (tripped: readonly Losses[], asked: readonly Losses[]): boolean =>
  tripped.every(({ roleId, losses }) =>
    asked.some((known) => known.roleId === roleId && losses <= known.losses),
  );
