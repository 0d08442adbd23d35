import Type, { type Static } from 'typebox';
import type { Context } from '../../src/discord/commands/context.ts';
import type { Words } from '../../src/i18n/index.ts';
import { type Markdown, md } from '../../src/i18n/markdown.ts';
import { termsText } from './terms.ts';

/** A mapping with its terms, as the data of a button. */
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

/** A mapping with the dangerous permissions of its role that the admin was shown before saving. */
export const Confirmed = Type.Object({
  ...Mapping.properties,
  confirmedPowers: Type.Optional(Type.Array(Type.String())),
});

/** Describes a mapping in one line, and its terms in a second one. */
export function describe({ words }: Context, mapping: Mapping, source: string): readonly Markdown[] {
  const { sourceId, roleId, condition } = mapping;
  const late = condition === 'past_due' ? [words.roles.terms.pastDue] : [];
  return [words.roles.gives(source, sourceId, roleId), md`-# ${termsText(words, mapping, late)}`];
}

/** Returns a lookup of product and plan names. Unknown ones keep their ids, as do all if the catalog can't be read. */
export async function namesOf({ features }: Context): Promise<(id: string) => string> {
  const sources = await features.catalogue.sources().catch(() => []);
  const names = new Map(sources.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}

/** Warns about an id that is certainly not on sale: it may be mistyped. */
export async function warnOfUnknown(
  { features, words }: Context,
  sourceId: string,
): Promise<readonly Markdown[]> {
  return (await features.catalogue.has(sourceId)) === false ? [words.roles.unknownSource(sourceId)] : [];
}

/** Describes how saving would change an existing mapping. */
export function previousMappingText(words: Words, before: Mapping, after: Mapping): Markdown {
  const [was, will] = [termsText(words, before), termsText(words, after)];
  return was === will ? words.roles.sameAsBefore : words.roles.replaces(was, will);
}

const HARSHNESS = { keep: 0, remove: 1, kick: 2 } as const;

/** Whether the new terms remove more, or sooner. */
export const takesMore = (before: Mapping, after: Mapping): boolean =>
  HARSHNESS[after.atEnd] > HARSHNESS[before.atEnd] ||
  after.graceDays < before.graceDays ||
  (after.orphans === 'strip' && before.orphans === 'keep');
