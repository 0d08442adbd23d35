import Type, { type Static } from 'typebox';
import type { Context } from '../../src/discord/commands/context.ts';
import { integer, oneOf, text } from '../../src/discord/commands/options.ts';
import type { Reply } from '../../src/discord/commands/reply.ts';
import { defineStep } from '../../src/discord/commands/step.ts';
import { partReply } from '../components/page.ts';
import { describeListed } from '../components/plan.ts';

const Wanted = Type.Object({
  page: Type.Integer(),
  part: Type.Optional(Type.Integer()),
  per: Type.Integer(),
  productId: Type.Optional(Type.String()),
  visibility: Type.Optional(Type.Enum(['visible', 'hidden', 'archived', 'quick_link'])),
});

/** Maximum page size for full descriptions; on larger pages, each plan has one line. */
export const IN_FULL = 10;

export const turnPage = defineStep({ data: Wanted, run: (context, wanted) => list(context, wanted) });

/** Shows a page of plans. */
export async function list(context: Context, wanted: Static<typeof Wanted>): Promise<Reply> {
  const { words, features, guildId } = context;
  const { part, ...request } = wanted;
  const { items, page, pages, skipped } = await features.plans.list(guildId, request);
  const title = words.plans.titles.list;
  if (items.length + skipped === 0 && page <= 1) return { title, lines: [words.plans.none] };
  return partReply(context, turnPage, {
    title,
    pages,
    skipped,
    at: { page, part },
    items: items.map((plan) => describeListed(context, plan, wanted.per > IN_FULL)),
    dataOf: (at) => ({ ...request, ...at }),
  });
}

/** An option for a product, with suggestions by name. */
export const product = (description: Parameters<typeof text>[0]['description']) =>
  text({
    description,
    required: false,
    max: 64,
    async suggest({ features }, typed) {
      const products = await features.catalogue.products(typed);
      return products.map(({ id, name }) => ({ name: `${name} (${id})`, value: id }));
    },
  });

export const listOptions = {
  product: product((words) => words.plans.product),
  visibility: oneOf({
    description: (words) => words.plans.visibility,
    required: false,
    of: {
      visible: (words) => words.plans.visibilities.visible,
      hidden: (words) => words.plans.visibilities.hidden,
      archived: (words) => words.plans.visibilities.archived,
      quick_link: (words) => words.plans.visibilities.quick_link,
    },
  }),
  per: integer({ description: (words) => words.plans.per, required: false, min: 1, max: 50 }),
};
