import { type Scenario, SOURCES, type StormMapping } from './scenario.ts';

/** A membership as it truly is, and has been. */
export interface Truth {
  readonly plan: keyof typeof SOURCES;
  status: string;
  /** For whom it counts, by number. */
  person: number | undefined;
  /** Whether that is because of a link with us and not of what the buyer connected. */
  isLinked: boolean;
  /** Whom the service names, by number. */
  named: number | undefined;
  /** Whether the buyer only typed that. */
  readonly isTyped: boolean;
  /** Everybody for whom it has counted, whether it had ended then, and whether they were proven to be the buyer. */
  readonly past: {
    readonly person: number | undefined;
    readonly hasEnded: boolean;
    readonly isProven: boolean;
  }[];
  /** Whether everything about it was told, now or later. */
  isTold: boolean;
}

/** One role of one person, as far as others than the bot decide about it. */
export interface Case {
  readonly person: number;
  readonly role: number;
  /** Whether somebody gave it by hand, and nobody took it since. */
  readonly isGiven: boolean;
  /** Whether that was before any membership that gives it counted for the person. */
  readonly isGivenFirst: boolean;
  /** Whether the person has still to pass the screening. */
  readonly isPending: boolean;
}

/** Whether the person must have the role by what is true; undefined where that depends on what was seen when. */
export function expected(run: Scenario, truths: readonly Truth[], one: Case): boolean | undefined {
  const mappings = run.mappings.filter(({ role }) => role === one.role);
  const claims = mappings.flatMap((mapping) =>
    truths.filter((truth) => isFor(mapping, truth)).map((truth) => ({ ...mapping, ...truth })),
  );
  const own = claims.filter(({ person }) => person === one.person);
  const holding = own.filter(
    ({ condition, status }) => status === (condition === 'valid' ? 'active' : condition),
  );
  // Nobody lists those that are past due.
  const sure = holding.filter(({ condition, isTold }) => condition === 'valid' || isTold);
  const ended = own.filter(({ condition }) => condition === 'valid');
  const had = claims.some(({ past }) => past.some(({ person }) => person === one.person));

  if (sure.length > 0)
    return one.isPending && sure.every((claim) => claim.waitForScreening) ? undefined : true;
  if (holding.length > 0 || ended.some(({ atEnd }) => atEnd === 'keep')) return undefined;
  if (run.daysLater === 0 && ended.some((claim) => claim.graceDays > 0 && claim.status !== 'canceled'))
    return undefined;
  if (one.isGiven && !mappings.some(({ orphans }) => orphans === 'keep')) return mappings.length === 0;
  // Only what is proven to be the person's takes over what was there before.
  const hadProof = claims.some(({ past }) => past.some((was) => was.person === one.person && was.isProven));
  if (one.isGivenFirst && !hadProof) return true;
  return one.isGiven && had ? undefined : one.isGiven;
}

/** Whether a membership that gives the role by some mapping has counted for the person. */
export const hasHad = (
  run: Scenario,
  truths: readonly Truth[],
  { person, role }: Pick<Case, 'person' | 'role'>,
) =>
  run.mappings.some(
    (mapping) =>
      mapping.role === role &&
      truths.some((truth) => isFor(mapping, truth) && truth.past.some((was) => was.person === person)),
  );

/** Whether they may have been removed from the guild: something of theirs that removes at the end has ended. */
export const mayBeKicked = (run: Scenario, truths: readonly Truth[], one: number): boolean =>
  run.mappings.some(
    (mapping) =>
      mapping.atEnd === 'kick' &&
      truths.some(
        (truth) =>
          isFor(mapping, truth) &&
          truth.past.some(({ person, hasEnded, isProven }) => person === one && hasEnded && isProven),
      ),
  );

const isFor = ({ sourceId }: StormMapping, { plan }: Truth): boolean =>
  SOURCES[plan].some((source) => source === sourceId);
