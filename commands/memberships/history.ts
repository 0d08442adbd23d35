import Type, { type Static } from 'typebox';
import type { Context } from '../../src/discord/commands/context.ts';
import { button, type Reply } from '../../src/discord/commands/reply.ts';
import { defineStep } from '../../src/discord/commands/step.ts';
import { type Markdown, md } from '../../src/i18n/markdown.ts';

type Page = Awaited<ReturnType<Context['features']['memberships']['history']>>;
type Entry = Page['entries'][number];

const Before = Type.Object({
  id: Type.String(),
  before: Type.Object({
    at: Type.Integer(),
    kind: Type.Enum(['role', 'action', 'event']),
    id: Type.String(),
  }),
});

/** Entries shown below a membership, and on a page of the history alone. */
export const NEWEST = 6;
const ON_A_PAGE = 15;

export const earlier = defineStep({
  data: Before,
  answers: 'reply',
  run: (context, before) => show(context, before),
});

async function show(context: Context, { id, before }: Static<typeof Before>): Promise<Reply> {
  const { words, features, guildId } = context;
  const cursor = { ...before, at: new Date(before.at) };
  const page = await features.memberships.history(guildId, id, {
    limit: ON_A_PAGE,
    before: cursor,
    words: words.reasons,
  });
  const lines = page.entries.map((entry) => describeEntry(context, entry));
  return { title: words.memberships.titles.history, lines, rows: earlierRow(context, id, page) };
}

/** Returns a row with a button for older entries; no row if there are none. */
export const earlierRow = ({ words }: Context, id: string, { before }: Page): NonNullable<Reply['rows']> =>
  before
    ? [[button(earlier, { id, before: { ...before, at: before.at.getTime() } }, words.memberships.earlier)]]
    : [];

/** Describes a history entry in one line. */
export function describeEntry({ words }: Context, entry: Entry): Markdown {
  const { history } = words.memberships;
  switch (entry.kind) {
    case 'role':
      return describeRole(words, entry);
    case 'action':
      return history.action(entry.at, entry.action, entry.actor, outcomeOf(entry.details));
    case 'event':
      return history.event(entry.at, entry.name);
  }
}

function describeRole(
  { memberships: { history } }: Context['words'],
  { at, change, userId, roleId, actor, reasons }: Extract<Entry, { kind: 'role' }>,
): Markdown {
  const line = history.role(at, change, userId, roleId, actor);
  return reasons.length === 0 ? line : md`${line}\n-# ${reasons.join(' ')}`;
}

const outcomeOf = (details: unknown): string =>
  typeof details === 'object' && details !== null && 'outcome' in details ? String(details.outcome) : 'done';
