import Type, { type Static } from 'typebox';
import type { Context } from '../../src/discord/commands/context.ts';
import type { Words } from '../../src/words/index.ts';
import { type Markdown, md } from '../../src/words/markdown.ts';
import { sayTerms } from './terms.ts';

/** What gives which role, and on what terms, as a button knows it. */
export const Mapping = Type.Object({
  guildId: Type.String(),
  roleId: Type.String(),
  sourceId: Type.String(),
  condition: Type.Enum(['valid', 'past_due']),
  atEnd: Type.Enum(['remove', 'keep', 'kick']),
  graceDays: Type.Integer(),
  orphans: Type.Enum(['keep', 'strip']),
  waitForScreening: Type.Boolean(),
});
export type Mapping = Static<typeof Mapping>;

/** A mapping with the powers of its role that whoever saves it was shown. */
export const Confirmed = Type.Object({
  ...Mapping.properties,
  confirmedPowers: Type.Optional(Type.Array(Type.String())),
});

/** A mapping in one line, and its terms in a second. */
export function describe({ words }: Context, mapping: Mapping, source: string): readonly Markdown[] {
  const { sourceId, roleId, condition } = mapping;
  const late = condition === 'past_due' ? [words.roles.terms.pastDue] : [];
  return [words.roles.gives(source, sourceId, roleId), md`-# ${sayTerms(words, mapping, late)}`];
}

/** What products and plans are called; where that can't be told they go by their ids. */
export async function namesOf({ features }: Context): Promise<(id: string) => string> {
  const sources = await features.catalogue.sources().catch(() => []);
  const names = new Map(sources.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}

/** Nothing that is sold has this id, as far as can be told: it may be mistyped. */
export async function warnOfUnknown(
  { features, words }: Context,
  sourceId: string,
): Promise<readonly Markdown[]> {
  return (await features.catalogue.has(sourceId)) === false ? [words.roles.unknownSource(sourceId)] : [];
}

/** What becomes of a mapping that is there already. */
export function sayBefore(words: Words, before: Mapping, after: Mapping): Markdown {
  const [was, will] = [sayTerms(words, before), sayTerms(words, after)];
  return was === will ? words.roles.sameAsBefore : words.roles.replaces(was, will);
}

const HARSHNESS = { keep: 0, remove: 1, kick: 2 } as const;

/** Whether more is taken on these terms, or sooner. */
export const takesMore = (before: Mapping, after: Mapping): boolean =>
  HARSHNESS[after.atEnd] > HARSHNESS[before.atEnd] ||
  after.graceDays < before.graceDays ||
  (after.orphans === 'strip' && before.orphans === 'keep');
