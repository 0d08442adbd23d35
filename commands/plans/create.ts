import { randomUUID } from 'node:crypto';
import type { Context } from '../../src/discord/commands/context.ts';
import { fitting, integer, oneOf, text, type Values, yesOrNo } from '../../src/discord/commands/options.ts';
import type { Reply } from '../../src/discord/commands/reply.ts';
import { type Answer, open } from '../../src/discord/commands/step.ts';
import type { Markdown } from '../../src/i18n/markdown.ts';
import { readObject } from '../components/object.ts';
import { form } from './create-form.ts';
import { product } from './list.ts';

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

/** Opens the form, unless an option is invalid. */
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
    orderId: randomUUID(),
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
