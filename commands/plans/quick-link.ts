import type { Context } from '../../src/discord/commands/context.ts';
import { integer, text, type Values } from '../../src/discord/commands/options.ts';
import type { Reply } from '../../src/discord/commands/reply.ts';
import { readObject } from '../components/object.ts';
import { describePlan, nameOf } from '../components/plan.ts';
import { object } from './create.ts';
import { openRow } from './create-form.ts';

export const quickLinkOptions = {
  plan: text({
    description: (words) => words.plans.link.plan,
    required: true,
    max: 64,
    suggest: async (context, typed) =>
      (await context.features.catalogue.plans(typed)).map((plan) => ({
        name: nameOf(context, plan),
        value: plan.id,
      })),
  }),
  stock: integer({ description: (words) => words.plans.link.stock, required: false, min: 1, max: 1_000_000 }),
  password: text({ description: (words) => words.plans.link.password, required: false, max: 200 }),
  trial_days: integer({
    description: (words) => words.plans.link.trialDays,
    required: false,
    min: 0,
    max: 36_500,
  }),
  note: text({ description: (words) => words.plans.link.note, required: false, max: 500 }),
  description: text({ description: (words) => words.plans.link.description, required: false, max: 2000 }),
  short_link: text({ description: (words) => words.plans.options.shortLink, required: false, max: 64 }),
  metadata: object((words) => words.plans.options.metadata),
};

/** Creates a quick link. Only the admin who asked sees it, and it isn't stored here. */
export async function quickLink(context: Context, values: Values<typeof quickLinkOptions>): Promise<Reply> {
  const { words, features } = context;
  const metadata = values.metadata === undefined ? undefined : readObject(values.metadata);
  if (values.metadata !== undefined && !metadata) {
    const { titles, wrongObject } = words.plans;
    return { tone: 'warning', title: titles.badLink, lines: [wrongObject('metadata')] };
  }
  const made = await features.plans.createQuickLink(
    values.plan.trim(),
    {
      stock: values.stock,
      customPassword: values.password,
      trialPeriodDays: values.trial_days,
      internalNotes: values.note,
      paymentLinkDescription: values.description,
      shortLink: values.short_link,
      metadata,
    },
    context,
  );
  return {
    tone: 'good',
    title: words.plans.titles.quickLink,
    lines: [...describePlan(context, made), words.plans.address(made.directLink)],
    footer: words.plans.onlyYou,
    rows: openRow(context, made.directLink),
  };
}
