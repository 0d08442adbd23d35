import type { Static, TSchema } from 'typebox';
import Type from 'typebox';
import type { Context } from '../../src/discord/commands/context.ts';
import { button, type Reply } from '../../src/discord/commands/reply.ts';
import type { defineStep, Step } from '../../src/discord/commands/step.ts';
import type { Markdown } from '../../src/i18n/markdown.ts';

export const Paging = Type.Object({ page: Type.Integer(), per: Type.Integer() });

type TurnPage = ReturnType<typeof defineStep<typeof Paging>>;

/**
 * Renders a page of a list, with buttons to turn pages. A page number past the end shows the last page. A page has
 * fewer items than requested if they don't fit into a message.
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

/** Returns the page number and buttons to turn pages; nothing for a single page. */
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

/** Position in a list that the service pages: a service page that doesn't fit into a message is shown in parts. */
export interface Place {
  readonly page: number;
  readonly part?: number;
}

/** A part number past the end, which shows a page's last part. */
const LAST = 1_000;

/** Renders a page of the service, or the part of it that fits, with buttons to turn pages. */
export function partReply<Data extends TSchema>(
  { words }: Context,
  turnPage: Step<Data>,
  list: {
    readonly title: string;
    readonly items: readonly (readonly Markdown[])[];
    readonly at: { readonly page: number; readonly part: number | undefined };
    readonly pages: number;
    /** Number of unreadable items on the page. */
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
    title,
    lines,
    footer: parts.length > 1 ? `${which} · ${words.frame.part(part + 1, parts.length)}` : which,
    rows: [[to(before, words.frame.previous), to(after, words.frame.next)]],
  };
}

/** Maximum length of a list on one page, in characters: what a message can hold besides its title and footer. */
const ROOM = 3_300;

type Lines = readonly Markdown[];

/**
 * Splits a list into parts that fit into a message each, in order and without splitting an item.
 * @param most maximum number of items in a part
 */
export function fittingParts(
  items: readonly Lines[],
  most = Number.POSITIVE_INFINITY,
): readonly (readonly Lines[])[] {
  const parts: Lines[][] = [];
  let left = 0;
  for (const item of items) {
    const length = item.reduce((sum, { text }) => sum + text.length + 1, 0);
    const part = parts.at(-1);
    if (part && length <= left && part.length < most) {
      part.push(item);
      left -= length;
    } else {
      parts.push([item]);
      left = ROOM - length;
    }
  }
  return parts;
}
