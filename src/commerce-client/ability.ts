import type { Clock } from '../clock.ts';
import type { Ask } from './ask.ts';
import type { Turn } from './pace.ts';

/** How long it is remembered whether the service can be asked, in milliseconds. */
const REMEMBERED = 5 * 60 * 1000;

/** Whether the service answers questions about memberships, which is outside of the specification. */
export interface Ability {
  /** @throws the faults of `Ask`: an error is no answer */
  canBeAsked(turn: Turn): Promise<boolean>;
  /** What was found out before, as long as it is fresh. */
  known(): boolean | undefined;
}

export function createAbility(ask: Ask, clock: Clock): Ability {
  let found: { readonly canBeAsked: boolean; readonly until: number } | undefined;
  const known = () => (found && clock.now().getTime() < found.until ? found.canBeAsked : undefined);
  return {
    known,
    async canBeAsked(turn) {
      const before = known();
      if (before !== undefined) return before;
      const { body } = await ask('/memberships?per=1', turn);
      const canBeAsked = body !== undefined;
      found = { canBeAsked, until: clock.now().getTime() + REMEMBERED };
      return canBeAsked;
    },
  };
}
