import Type, { type Static, type TSchema } from 'typebox';
import type { Context } from '../../src/discord/commands/context.ts';
import { type FilledIn, line, optionalLine, optionalParagraph } from '../../src/discord/commands/fields.ts';
import { fitting, integer, oneOf, text, type Values, yesOrNo } from '../../src/discord/commands/options.ts';
import { button, link, type Reply } from '../../src/discord/commands/reply.ts';
import { type Answer, defineForm, defineStep, open } from '../../src/discord/commands/step.ts';
import type { Markdown } from '../../src/words/markdown.ts';
import { readObject } from '../shown/object.ts';
import { describePlan } from '../shown/plan.ts';
import { product } from './list.ts';

const maybe = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Undefined()]));
const Flag = maybe(Type.Boolean());
const Count = maybe(Type.Integer());
const Free = maybe(Type.Record(Type.String(), Type.Unknown()));

/** What the options say of the plan, kept while the form is filled in. */
const Terms = Type.Object({
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

/** The form again, with what was typed. */
export const correct = defineStep({
  data: Type.Object({ terms: Terms, typed: Type.Record(Type.String(), Type.String()) }),
  opensForm: true,
  run: async (_, { terms, typed }) => open(form, terms, typed),
});

async function submit(context: Context, terms: Terms, typed: Typed): Promise<Reply> {
  const { words, features } = context;
  const { prices, problem } = readPrices(context, typed);
  if (problem) {
    const kept = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined));
    const data = { terms, typed: { ...kept, name: typed.name } };
    const again = button(correct, data, words.plans.correct, { look: 'main' });
    return { tone: 'warning', title: words.plans.titles.wrong, lines: [problem], rows: [[again]] };
  }
  const { name: internalNotes, description: paymentLinkDescription } = typed;
  const plan = await features.plans.create(
    { ...terms, ...prices, internalNotes, paymentLinkDescription },
    context,
  );
  const lines = [...describePlan(context, plan), words.plans.buyAt, words.plans.address(plan.directLink)];
  return { tone: 'good', title: words.plans.titles.created, lines, rows: openRow(context, plan.directLink) };
}

/** A button to where a plan is bought, where that is an address that the platform takes. */
export const openRow = ({ words }: Context, url: string): NonNullable<Reply['rows']> =>
  /^https?:$/.test(URL.parse(url)?.protocol ?? '') && url.length <= 512
    ? [[link(words.plans.opens, url)]]
    : [];

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

/** @returns undefined where nothing was typed, null for what is no price */
function readPrice(typed: string | undefined): number | undefined | null {
  if (typed === undefined) return undefined;
  const number = typed.trim().replace(',', '.');
  return /^\d{1,9}(\.\d{1,8})?$/.test(number) ? Number(number) : null;
}

function readDays(typed: string): number | null {
  const days = Number(typed.trim());
  return Number.isInteger(days) && days >= 1 && days <= 36_500 ? days : null;
}

const days = (description: Parameters<typeof integer>[0]['description']) =>
  integer({ description, required: false, min: 0, max: 36_500 });
const whether = (description: Parameters<typeof yesOrNo>[0]['description']) =>
  yesOrNo({ description, required: false });
export const object = (description: Parameters<typeof text>[0]['description']) =>
  text({ description, required: false, max: 2000 });

export const createOptions = {
  product: product((words) => words.plans.options.product),
  currency: text({
    description: (words) => words.plans.options.currency,
    required: false,
    max: 3,
    suggest: async ({ features }, typed) =>
      fitting(
        typed,
        features.plans.currencies.map((code) => ({ name: code.toUpperCase(), value: code })),
      ),
  }),
  visibility: oneOf({
    description: (words) => words.plans.options.visibility,
    required: false,
    of: {
      visible: (words) => words.plans.visibilities.visible,
      hidden: (words) => words.plans.visibilities.hidden,
    },
  }),
  release: oneOf({
    description: (words) => words.plans.options.release,
    required: false,
    of: {
      buy_now: (words) => words.plans.options.releases.buy_now,
      waitlist: (words) => words.plans.options.releases.waitlist,
      raffle: (words) => words.plans.options.releases.raffle,
    },
  }),
  release_settings: object((words) => words.plans.options.releaseSettings),
  stock: integer({
    description: (words) => words.plans.options.stock,
    required: false,
    min: 0,
    max: 1_000_000,
  }),
  trial_days: days((words) => words.plans.options.trialDays),
  expiration_days: days((words) => words.plans.options.expirationDays),
  grace_days: days((words) => words.plans.options.graceDays),
  split_payments: integer({
    description: (words) => words.plans.options.splitPayments,
    required: false,
    min: 2,
    max: 1000,
  }),
  multiple: whether((words) => words.plans.options.multiple),
  one_per_user: whether((words) => words.plans.options.onePerUser),
  refillable: whether((words) => words.plans.options.refillable),
  card: whether((words) => words.plans.options.card),
  wallet: whether((words) => words.plans.options.wallet),
  crypto: whether((words) => words.plans.options.crypto),
  short_link: text({
    description: (words) => words.plans.options.shortLink,
    required: false,
    max: 64,
  }),
  requirements: object((words) => words.plans.options.requirements),
  metadata: object((words) => words.plans.options.metadata),
};

/** Opens the form, unless an option makes no sense already. */
export async function create(context: Context, values: Values<typeof createOptions>): Promise<Answer> {
  const { words, features } = context;
  const wrong = (problem: Markdown): Reply => ({
    tone: 'warning',
    title: words.plans.titles.wrong,
    lines: [problem],
  });
  const { currency, release_settings: settings, requirements, metadata } = values;
  const baseCurrency = currency?.trim().toLowerCase();
  if (baseCurrency !== undefined && !features.plans.currencies.includes(baseCurrency))
    return wrong(words.plans.wrongCurrency(baseCurrency));
  const objects = { release_settings: settings, requirements, metadata };
  const unreadable = Object.entries(objects).find(([, typed]) => typed && !readObject(typed));
  if (unreadable) return wrong(words.plans.wrongObject(unreadable[0]));
  return open(form, {
    productId: values.product,
    baseCurrency,
    visibility: values.visibility,
    releaseMethod: values.release,
    releaseMethodSettings: settings === undefined ? undefined : readObject(settings),
    stock: values.stock,
    trialPeriodDays: values.trial_days,
    expirationDays: values.expiration_days,
    gracePeriodDays: values.grace_days,
    splitPayRequiredPayments: values.split_payments,
    allowMultipleQuantity: values.multiple,
    onePerUser: values.one_per_user,
    refillable: values.refillable,
    cardPayments: values.card,
    walletAccepted: values.wallet,
    commerceCryptoAccepted: values.crypto,
    shortLink: values.short_link,
    requirements: requirements === undefined ? undefined : readObject(requirements),
    metadata: metadata === undefined ? undefined : readObject(metadata),
  });
}
