import { type Scenario, SOURCES, type StormMapping } from './scenario.ts';

/** A membership as it truly is, and has been. */
export interface Truth {
  readonly plan: keyof typeof SOURCES;
  status: string;
  /** For whom it counts, by number. */
  person: number | undefined;
  /** Whether that is because of a link with us and not of what the buyer connected. */
  isLinked: boolean;
  /** Everybody for whom it has counted, and whether it had ended then. */
  readonly past: { readonly person: number | undefined; readonly hasEnded: boolean }[];
  /** Whether everything about it was told, now or later. */
  isTold: boolean;
}

/** One role of one person, as far as others than the bot decide about it. */
export interface Case {
  readonly person: number;
  readonly role: number;
  /** Whether somebody gave it by hand, and nobody took it since. */
  readonly isGiven: boolean;
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
  return one.isGiven && had ? undefined : one.isGiven;
}

/** Whether they may have been removed from the guild: something that removes at the end has ended for them. */
export const mayBeKicked = (run: Scenario, truths: readonly Truth[], one: number): boolean =>
  run.mappings.some(
    (mapping) =>
      mapping.atEnd === 'kick' &&
      truths.some(
        (truth) =>
          isFor(mapping, truth) && truth.past.some(({ person, hasEnded }) => person === one && hasEnded),
      ),
  );

const isFor = ({ sourceId }: StormMapping, { plan }: Truth): boolean =>
  SOURCES[plan].some((source) => source === sourceId);
