import Type, { type Static } from 'typebox';
import type { Context } from '../../src/discord/commands/context.ts';
import { person, text, type Values } from '../../src/discord/commands/options.ts';
import { choice, type Reply } from '../../src/discord/commands/reply.ts';
import { defineStep } from '../../src/discord/commands/step.ts';
import { addDays, cancelAtPeriodEnd } from './changes.ts';
import { type Found, headOf, namesOf } from './facts.ts';
import { show } from './show.ts';
import { confirmTermination } from './terminate.ts';

/** What to do with the membership found. */
const Aim = Type.Union([
  Type.Object({ what: Type.Enum(['show', 'terminate', 'cancel']) }),
  Type.Object({
    what: Type.Literal('add days'),
    days: Type.Integer(),
    /** Idempotency key: the order is carried out once, however often the membership is chosen. */
    orderId: Type.String(),
  }),
]);
type Aim = Static<typeof Aim>;

export const whichOptions = {
  member: person({ description: (words) => words.memberships.member, required: false }),
  membership: text({
    description: (words) => words.memberships.which,
    required: false,
    max: 100,
    async suggest(context, typed) {
      const { words, features } = context;
      const names = new Map((await features.catalogue.plans('')).map(({ id, name }) => [id, name]));
      return (await features.memberships.suggest(typed)).map(({ id, planId, status }) => ({
        name: `${names.get(planId) ?? planId} · ${words.memberships.status(status)} · ${id}`,
        value: id,
      }));
    },
  }),
};

export const chosen = defineStep({
  data: Aim,
  run: async (context, aim, [id = '']) =>
    withFound(context, await context.features.memberships.find({ which: id }), aim),
});

/** Finds the membership, asks the admin to choose if there are several, and continues with it. */
export async function withOne(
  context: Context,
  { member, membership }: Values<typeof whichOptions>,
  aim: Aim,
): Promise<Reply> {
  const { words, features } = context;
  if ((member === undefined) === (membership === undefined))
    return { tone: 'warning', title: words.memberships.titles.which, lines: [words.memberships.oneOfThem] };
  const wanted = member ? { chatUserId: member.id } : { which: membership ?? '' };
  return withFound(context, await features.memberships.find(wanted), aim);
}

async function withFound(context: Context, found: Found, aim: Aim): Promise<Reply> {
  const { memberships: words, frame } = context.words;
  const { items, skipped } = found;
  const [membership, ...others] = items;
  if (!membership)
    return {
      title: words.titles.none,
      lines: [skipped > 0 ? frame.leftOut(skipped) : words.noneFound],
    };
  // An unreadable result may be the wanted one, so let the admin choose.
  if (others.length + skipped > 0) return choose(context, found, aim);
  switch (aim.what) {
    case 'show':
      return show(context, membership);
    case 'terminate':
      return confirmTermination(context, membership);
    case 'cancel':
      return cancelAtPeriodEnd(context, membership.id);
    case 'add days':
      return addDays(context, membership, aim);
  }
}

function choose(context: Context, { items, skipped }: Found, aim: Aim): Reply {
  const { memberships: words, frame } = context.words;
  const of = items.map((membership) => {
    const { name, status } = namesOf(context, membership);
    return { value: membership.id, label: `${name} · ${status}`, note: membership.id };
  });
  return {
    title: words.titles.which,
    lines: [
      ...items.map((membership) => headOf(context, membership)),
      ...(skipped > 0 ? [frame.leftOut(skipped)] : []),
    ],
    rows: [choice(chosen, aim, { hint: words.choose, of })],
  };
}
