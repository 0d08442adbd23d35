import type { Context } from '../../src/discord/commands/context.ts';
import type { Words } from '../../src/i18n/index.ts';
import { cut, joined, type Markdown, md } from '../../src/i18n/markdown.ts';

type Listed = Awaited<ReturnType<Context['features']['plans']['list']>>['items'][number];
type Plan = Omit<Listed, 'members' | 'roleIds'>;

/** Maximum length of a name in a list with one line per plan, in characters. */
const SHORT_NAME = 28;

/** Describes a plan in a list: in two lines, or in one line with its numbers only. */
export function describeListed(context: Context, plan: Listed, isShort: boolean): readonly Markdown[] {
  const words = context.words.plans;
  const { members, roleIds } = plan;
  if (!isShort) {
    const facts = [...factsOf(context, plan), words.members(members), words.gives(roleIds)];
    return [titleOf(context, plan), small(facts)];
  }
  const name = cut(plan.name ?? plan.id, SHORT_NAME);
  const facts = [priceOf(context, plan), ...stockOf(context, plan), words.members(members)];
  return [md`**${name}** ${joined([...facts, words.roles(roleIds.length)], ' · ')}`];
}

/** Describes a single plan. */
export const describePlan = (context: Context, plan: Plan): readonly Markdown[] => [
  titleOf(context, plan),
  small(factsOf(context, plan)),
];

/** Names a plan for a list of choices, in plain text. */
export const nameOf = (
  context: Context,
  {
    id,
    name,
    productName,
    price,
    currency,
  }: Pick<Plan, 'id' | 'name' | 'productName' | 'price' | 'currency'>,
): string =>
  [
    name ?? id,
    productName,
    price === 0 ? context.words.plans.free : context.words.plans.money(price, currency),
  ]
    .filter((part) => part !== null)
    .join(' · ');

const titleOf = ({ words }: Context, { name, id }: Plan): Markdown =>
  words.plans.title(name ?? words.plans.unnamed, id);

const small = (facts: readonly (Markdown | string)[]): Markdown => md`-# ${joined(facts, ' · ')}`;

function factsOf(context: Context, plan: Plan): readonly string[] {
  const { visibilities, spell } = context.words.plans;
  const { visibility } = plan;
  const special = new Map<string | null, string>([...Object.entries(visibilities), ['visible', '']]);
  return [
    ...(plan.productName === null ? [] : [plan.productName]),
    priceOf(context, plan),
    ...stockOf(context, plan),
    special.get(visibility) ?? spell(visibility ?? ''),
  ].filter((fact) => fact !== '');
}

function priceOf({ words: { plans: words } }: Context, plan: Plan): string {
  const { type, initialPrice, renewalPrice, currency } = plan;
  const regular = regularPriceOf(words, plan);
  if (type !== 'renewal' || initialPrice === renewalPrice) return regular;
  return `${regular}, ${words.firstly(words.money(initialPrice, currency))}`;
}

/** Returns what a plan costs, without what is different about its first payment. */
export function regularPriceOf(
  words: Words['plans'],
  {
    type,
    price,
    renewalPrice,
    currency,
    billingPeriod,
  }: Pick<Plan, 'type' | 'price' | 'renewalPrice' | 'currency' | 'billingPeriod'>,
): string {
  if (type === 'renewal') return words.every(words.money(renewalPrice, currency), billingPeriod);
  return price === 0 ? words.free : words.once(words.money(price, currency));
}

const stockOf = ({ words }: Context, { stock }: Plan): readonly string[] =>
  stock === null ? [] : [words.plans.left(stock)];
