import type { Static, TSchema } from 'typebox';
import type { Context } from '../../src/discord/commands/context.ts';
import { button, type Reply } from '../../src/discord/commands/reply.ts';
import type { defineStep, Step } from '../../src/discord/commands/step.ts';
import type { Markdown } from '../../src/words/markdown.ts';
import type { Paging } from './paging.ts';

type TurnPage = ReturnType<typeof defineStep<typeof Paging>>;

/** One page of a list, with buttons to the others. A page that is no more shows the last one. */
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
  const pages = Math.max(1, Math.ceil(of.length / per));
  const page = Math.min(list.page, pages);
  const lines = of.slice((page - 1) * per, page * per).flatMap(show);
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
