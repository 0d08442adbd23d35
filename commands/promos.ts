import Type, { type Static } from 'typebox';
import { defineCommand, subcommand } from '../src/discord/commands/command.ts';
import type { Context } from '../src/discord/commands/context.ts';
import { oneOf } from '../src/discord/commands/options.ts';
import type { Reply } from '../src/discord/commands/reply.ts';
import { defineStep } from '../src/discord/commands/step.ts';
import { joined, type Markdown, md } from '../src/i18n/markdown.ts';
import { partReply } from './components/page.ts';

const Wanted = Type.Object({
  page: Type.Integer(),
  part: Type.Optional(Type.Integer()),
  status: Type.Optional(Type.Enum(['active', 'inactive', 'archived'])),
});

const ON_A_PAGE = 10;

const turnPage = defineStep({ data: Wanted, run: (context, wanted) => list(context, wanted) });

type Promo = Awaited<ReturnType<Context['features']['promos']['list']>>['items'][number];

async function list(context: Context, wanted: Static<typeof Wanted>): Promise<Reply> {
  const { words, features } = context;
  const { part, ...request } = wanted;
  const { items, page, pages, skipped } = await features.promos.list({ ...request, per: ON_A_PAGE });
  const title = words.promos.title;
  if (items.length + skipped === 0 && page <= 1) return { title, lines: [words.promos.none] };
  return partReply(context, turnPage, {
    title,
    pages,
    skipped,
    at: { page, part },
    items: items.map((promo) => describe(context, promo)),
    dataOf: (at) => ({ ...request, ...at }),
  });
}

function describe({ words: { promos: words } }: Context, promo: Promo): readonly Markdown[] {
  const { code, status, uses, stock, planIds, expiresAt } = promo;
  const facts = [
    ...(status === null ? [] : [words.status(status)]),
    ...(uses === null ? [] : [words.uses(uses)]),
    ...(stock === null ? [] : [words.left(stock)]),
    ...(planIds.length === 0 ? [] : [words.plans(planIds.length)]),
    ...(promo.newUsersOnly ? [words.newUsers] : []),
    ...(promo.existingMembershipsOnly ? [words.members] : []),
    ...(expiresAt === null ? [] : [words.until(expiresAt)]),
  ];
  return [words.line(code, discountOf(words, promo)), md`-# ${joined(facts, ' · ')}`];
}

function discountOf(words: Context['words']['promos'], promo: Promo): string {
  const { type, amountOff, currency, duration, intervals } = promo;
  if (amountOff === null) return '';
  const amount = type === 'percentage' ? words.percent(amountOff) : words.money(amountOff, currency ?? '');
  return words.off(amount, duration ?? '', intervals);
}

export default defineCommand({
  name: 'promos',
  audience: 'admin',
  description: (words) => words.promos.description,
  steps: { turnPage },
  subcommands: {
    list: subcommand({
      description: (words) => words.promos.list,
      options: {
        status: oneOf({
          description: (words) => words.promos.filter,
          required: false,
          of: {
            active: (words) => words.promos.statuses.active,
            inactive: (words) => words.promos.statuses.inactive,
            archived: (words) => words.promos.statuses.archived,
          },
        }),
      },
      run: (context, { status }) => list(context, { page: 1, ...(status && { status }) }),
    }),
  },
});
