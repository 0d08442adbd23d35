import type { Clock } from '../clock.ts';
import type { Ask } from './ask.ts';
import type { FieldAliases } from './fields.ts';
import type { Turn } from './rate-limiter.ts';

/** Dependencies shared by all operations. */
export interface ClientContext {
  readonly ask: Ask;
  readonly aliases: FieldAliases;
  readonly capability: Capability;
}

/** Most pages of 50 read when searching for one item or collecting all of a kind. */
export const MAX_PAGES = 40;

/** Lifetime of the cached answer, in milliseconds. */
const REMEMBERED = 5 * 60 * 1000;

/** Finds out whether the service supports membership queries, which are not in the specification. */
export interface Capability {
  /** @throws the faults of `Ask`, which leave the question open */
  canBeAsked(turn: Turn): Promise<boolean>;
  /** Cached answer; undefined once it has expired or before the first query. */
  known(): boolean | undefined;
}

export function createCapability(ask: Ask, clock: Clock): Capability {
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
