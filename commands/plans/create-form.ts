import Type, { type Static, type TSchema } from 'typebox';
import type { Context } from '../../src/discord/commands/context.ts';
import { type FilledIn, line, optionalLine, optionalParagraph } from '../../src/discord/commands/fields.ts';
import { button, type Reply } from '../../src/discord/commands/reply.ts';
import { defineForm, defineStep, open } from '../../src/discord/commands/step.ts';
import type { Markdown } from '../../src/i18n/markdown.ts';
import { pageLink } from '../components/page-link.ts';
import { describePlan } from '../components/plan.ts';

const maybe = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Undefined()]));
const Flag = maybe(Type.Boolean());
const Count = maybe(Type.Integer());
const Free = maybe(Type.Record(Type.String(), Type.Unknown()));

/** The command's options, kept while the form is filled in. */
const Terms = Type.Object({
  /** Idempotency key: one plan is created, however often the form is corrected and submitted. */
  orderId: Type.String(),
  productId: maybe(Type.String()),
  baseCurrency: maybe(Type.String()),
  visibility: maybe(Type.Enum(['visible', 'hidden'])),
  releaseMethod: maybe(Type.Enum(['buy_now', 'waitlist', 'raffle'])),
  releaseMethodSettings: Free,
  stock: Count,
  trialPeriodDays: Count,
  expirationDays: Count,
  gracePeriodDays: Count,
  splitPayRequiredPayments: Count,
  allowMultipleQuantity: Flag,
  onePerUser: Flag,
  refillable: Flag,
  cardPayments: Flag,
  walletAccepted: Flag,
  commerceCryptoAccepted: Flag,
  shortLink: maybe(Type.String()),
  requirements: Free,
  metadata: Free,
});
type Terms = Static<typeof Terms>;

const fields = {
  name: line({
    label: (words) => words.plans.fields.name,
    hint: (words) => words.plans.fields.nameHint,
    longest: 100,
  }),
  initial_price: optionalLine({
    label: (words) => words.plans.fields.initialPrice,
    hint: (words) => words.plans.fields.initialPriceHint,
    longest: 20,
  }),
  renewal_price: optionalLine({
    label: (words) => words.plans.fields.renewalPrice,
    hint: (words) => words.plans.fields.renewalPriceHint,
    longest: 20,
  }),
  billing_period: optionalLine({
    label: (words) => words.plans.fields.billingPeriod,
    hint: (words) => words.plans.fields.billingPeriodHint,
    longest: 5,
  }),
  description: optionalParagraph({ label: (words) => words.plans.fields.text, longest: 2000 }),
};
type Typed = FilledIn<typeof fields>;

export const form = defineForm({
  data: Terms,
  title: (words) => words.plans.titles.form,
  fields,
  once: true,
  run: (context, terms, typed) => submit(context, terms, typed),
});

/** Opens the form again with the earlier input. */
export const correct = defineStep({
  data: Type.Object({ terms: Terms, typed: Type.Record(Type.String(), Type.String()) }),
  opensForm: true,
  run: async (_, { terms, typed }) => open(form, terms, typed),
});

async function submit(context: Context, terms: Terms, typed: Typed): Promise<Reply> {
  const { words, features } = context;
  const { prices, problem } = readPrices(context, typed);
  const kept = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined));
  const data = { terms, typed: { ...kept, name: typed.name } };
  const rows = [[button(correct, data, words.plans.correct, { look: 'main' })]];
  if (problem) return { tone: 'warning', title: words.plans.titles.wrong, lines: [problem], rows };
  const { name: internalNotes, description: paymentLinkDescription } = typed;
  const { orderId, ...options } = terms;
  const wanted = { ...options, ...prices, internalNotes, paymentLinkDescription };
  const made = await features.plans.create(wanted, orderId, context);
  if ('refusal' in made) return { ...context.failure(made.refusal), rows };
  const { plan } = made;
  const lines = [...describePlan(context, plan), words.plans.buyAt, words.plans.address(plan.directLink)];
  return { tone: 'good', title: words.plans.titles.created, lines, rows: openRow(context, plan.directLink) };
}

/** Returns a row with a button to the plan's checkout. */
export const openRow = ({ words }: Context, url: string): NonNullable<Reply['rows']> => [
  pageLink(words.plans.opens, url),
];

type Prices = Parameters<Context['features']['plans']['create']>[0];

function readPrices({ words }: Context, typed: Typed): { prices?: Prices; problem?: Markdown } {
  const [initialPrice, renewalPrice] = [readPrice(typed.initial_price), readPrice(typed.renewal_price)];
  const billingPeriod = typed.billing_period === undefined ? undefined : readDays(typed.billing_period);
  if (initialPrice === null) return { problem: words.plans.wrongPrice(typed.initial_price ?? '') };
  if (renewalPrice === null) return { problem: words.plans.wrongPrice(typed.renewal_price ?? '') };
  if (billingPeriod === null) return { problem: words.plans.wrongDays(typed.billing_period ?? '') };
  const planType = renewalPrice ? 'renewal' : 'one_time';
  return { prices: { planType, initialPrice, renewalPrice, billingPeriod } };
}

/** @returns undefined for no input, null for an invalid price */
function readPrice(typed: string | undefined): number | undefined | null {
  if (typed === undefined) return undefined;
  const number = typed.trim().replace(',', '.');
  return /^\d{1,9}(\.\d{1,8})?$/.test(number) ? Number(number) : null;
}

function readDays(typed: string): number | null {
  const days = Number(typed.trim());
  return Number.isInteger(days) && days >= 1 && days <= 36_500 ? days : null;
}
