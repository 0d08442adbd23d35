import type { Context } from '../../src/discord/commands/context.ts';
import { button, type Reply } from '../../src/discord/commands/reply.ts';
import type { defineStep } from '../../src/discord/commands/step.ts';
import type { Markdown } from '../../src/words/markdown.ts';
import type { Paging } from './paging.ts';

type TurnPage = ReturnType<typeof defineStep<typeof Paging>>;

/** One page of a list, with buttons to the others. A page that is no more shows the last one. */
export function pageReply<Item>(
  { words }: Context,
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
  if (pages === 1) return { title, lines };
  const to = (target: number, label: string) =>
    button(turnPage, { page: target, per }, label, { isDisabled: target < 1 || target > pages });
  return {
    ...{ title, lines, footer: words.frame.page(page, pages) },
    rows: [[to(page - 1, words.frame.previous), to(page + 1, words.frame.next)]],
  };
}
