import Type, { type Static } from 'typebox';
import type { Context } from '../../src/discord/commands/context.ts';
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
