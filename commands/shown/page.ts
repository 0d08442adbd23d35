import type { Static, TSchema } from 'typebox';
import type { Context } from '../../src/discord/commands/context.ts';
import { button, type Reply } from '../../src/discord/commands/reply.ts';
import type { defineStep, Step } from '../../src/discord/commands/step.ts';
import type { Markdown } from '../../src/words/markdown.ts';
import { fittingParts } from './fitting.ts';
import type { Paging } from './paging.ts';

type TurnPage = ReturnType<typeof defineStep<typeof Paging>>;

/**
 * One page of a list, with buttons to the others. A page that is no more shows the last one; one that has no room for
 * as many items as were wanted has fewer.
 */
export function pageReply<Item>(
  context: Context,
  turnPage: TurnPage,
  list: {
    readonly title: string;
    readonly of: readonly Item[];
    readonly page: number;
    readonly per: number;
    show(item: Item): readonly Markdown[];
  },
): Reply {
  const { title, of, per, show } = list;
  const parts = fittingParts(of.map(show), per);
  const pages = Math.max(1, parts.length);
  const page = Math.min(list.page, pages);
  const lines = parts[page - 1]?.flat() ?? [];
  return { title, lines, ...pager(context, turnPage, { page, pages }, (target) => ({ page: target, per })) };
}

/** Which page it is, and buttons to the others; nothing where there is one page only. */
export function pager<Data extends TSchema>(
  { words }: Context,
  turnPage: Step<Data>,
  { page, pages }: { readonly page: number; readonly pages: number },
  dataOf: (page: number) => Static<Data>,
): Pick<Reply, 'footer' | 'rows'> {
  if (pages <= 1 && page <= 1) return {};
  const to = (target: number, label: string) =>
    button(turnPage, dataOf(target), label, { isDisabled: target < 1 || target > pages });
  return {
    footer: words.frame.page(page, pages),
    rows: [[to(page - 1, words.frame.previous), to(page + 1, words.frame.next)]],
  };
}

/** Where one is in a list whose pages the service makes: one that has no room for a page is shown in parts. */
export interface Place {
  readonly page: number;
  readonly part?: number;
}

/** The last part of a page, whichever that is. */
const LAST = 1_000;

/** A page of the service's, or the part of it that has room, with buttons to what comes before and after. */
export function partReply<Data extends TSchema>(
  { words }: Context,
  turnPage: Step<Data>,
  list: {
    readonly title: string;
    readonly items: readonly (readonly Markdown[])[];
    readonly at: { readonly page: number; readonly part: number | undefined };
    readonly pages: number;
    /** How many more are on the page that nobody can read. */
    readonly skipped: number;
    dataOf(at: Place): Static<Data>;
  },
): Reply {
  const { title, items, pages, skipped, dataOf } = list;
  const { page } = list.at;
  const parts = fittingParts(items);
  const part = Math.min(list.at.part ?? 0, Math.max(parts.length - 1, 0));
  const lines = [...(parts[part]?.flat() ?? []), ...(skipped > 0 ? [words.frame.leftOut(skipped)] : [])];
  const [before, after] = [
    part > 0 ? { page, part: part - 1 } : { page: page - 1, part: LAST },
    part + 1 < parts.length ? { page, part: part + 1 } : { page: page + 1 },
  ];
  if (pages <= 1 && page <= 1 && parts.length <= 1) return { title, lines };
  const to = (target: Place, label: string) =>
    button(turnPage, dataOf(target), label, { isDisabled: target.page < 1 || target.page > pages });
  const which = words.frame.page(page, Math.max(pages, 1));
  return {
    ...{ title, lines },
    footer: parts.length > 1 ? `${which} · ${words.frame.part(part + 1, parts.length)}` : which,
    rows: [[to(before, words.frame.previous), to(after, words.frame.next)]],
  };
}
