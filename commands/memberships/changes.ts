import Type from 'typebox';
import type { Context } from '../../src/discord/commands/context.ts';
import { button, type Reply } from '../../src/discord/commands/reply.ts';
import { defineStep } from '../../src/discord/commands/step.ts';
import { headOf, type Membership } from './facts.ts';
import { confirmTermination } from './terminate.ts';

const OfMembership = Type.Object({ id: Type.String() });

export const toTerminate = defineStep({
  data: OfMembership,
  answers: 'reply',
  async run(context, { id }) {
    const { items } = await context.features.memberships.find({ which: id });
    const [membership] = items;
    return membership ? confirmTermination(context, membership) : { title: context.words.memberships.none };
  },
});

export const toCancel = defineStep({
  data: OfMembership,
  once: true,
  answers: 'reply',
  run: (context, { id }) => cancelAtPeriodEnd(context, id),
});

/** Undoes a cancellation. */
export const goOn = defineStep({
  data: OfMembership,
  once: true,
  answers: 'reply',
  async run(context, { id }) {
    const { words, features } = context;
    const after = await features.memberships.cancelAtPeriodEnd(id, false, context);
    const lines = [headOf(context, after), words.memberships.goesOn(after.periodEndsAt ?? null)];
    return { tone: 'good', title: words.memberships.titles.goesOn, lines };
  },
});

/** Lets a membership end with its current period. A button can undo that. */
export async function cancelAtPeriodEnd(context: Context, id: string): Promise<Reply> {
  const { words, features } = context;
  const after = await features.memberships.cancelAtPeriodEnd(id, true, context);
  return {
    tone: 'good',
    title: words.memberships.titles.canceled,
    lines: [headOf(context, after), words.memberships.willEnd(after.periodEndsAt ?? null)],
    rows: [[button(goOn, { id }, words.memberships.undo)]],
  };
}

/** Postpones the next charge, or the end. */
export async function addDays(
  context: Context,
  { id }: Membership,
  { days, orderId }: { readonly days: number; readonly orderId: string },
): Promise<Reply> {
  const { words, features } = context;
  const after = await features.memberships.addFreeDays({ id, days, orderId }, context);
  const until = after.expiresAt ?? after.periodEndsAt ?? null;
  return {
    tone: 'good',
    title: words.memberships.titles.daysAdded,
    lines: [headOf(context, after), words.memberships.daysAdded(days, until)],
  };
}
