import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import Type from 'typebox';
import type { Context } from '../../src/discord/commands/context.ts';
import { line } from '../../src/discord/commands/fields.ts';
import { button, type Reply } from '../../src/discord/commands/reply.ts';
import { defineForm, defineStep, open } from '../../src/discord/commands/step.ts';
import { type Markdown, md } from '../../src/i18n/markdown.ts';
import { cancel } from '../components/preview.ts';
import { type Ending, headOf, type Membership } from './facts.ts';

/** Polling of the removal of roles: the interval in milliseconds, and the maximum number of polls. */
const LOOK_EVERY = 1_000;
const LOOKS = 8;

/** The id makes a preview lead to one termination at most, however often its form is submitted. */
const Order = Type.Object({ id: Type.String(), orderId: Type.String() });

export const reasonForm = defineForm({
  data: Order,
  title: (words) => words.memberships.titles.reason,
  fields: {
    reason: line({
      label: (words) => words.memberships.reason,
      hint: (words) => words.memberships.reasonHint,
      longest: 300,
    }),
  },
  answers: 'update',
  once: true,
  run: (context, order, { reason }) => terminate(context, { ...order, reason }),
});

export const confirm = defineStep({
  data: Order,
  opensForm: true,
  run: async (_, order) => open(reasonForm, order),
});

/** Previews the effects of a termination and asks for confirmation. */
export async function confirmTermination(context: Context, membership: Membership): Promise<Reply> {
  const { words: all, features, signal } = context;
  const words = all.memberships;
  const { id } = membership;
  const head = headOf(context, membership);
  if (features.memberships.isOver(membership)) return { title: words.titles.over, lines: [head] };
  const ending = await features.access.previewOrderedEnding(context, id, all.reasons, signal);
  return {
    tone: 'warning',
    title: words.titles.terminate,
    lines: [head, words.forGood, ...doubtsAbout(context, membership)],
    sections: membership.source.by === 'nobody' ? [] : [{ lines: effectsOf(context, ending) }],
    rows: [
      [
        button(confirm, { id, orderId: randomUUID() }, words.terminateIt, { look: 'danger' }),
        button(cancel, {}, all.frame.cancel),
      ],
    ],
  };
}

/** Warns that the data is incomplete if it doesn't come from the service. */
function doubtsAbout({ words: { memberships: words } }: Context, { source }: Membership) {
  switch (source.by) {
    case 'service':
      return [];
    case 'mirror':
      return [words.fromEvents(source.at)];
    case 'nobody':
      return [words.nothingKnown];
  }
}

function effectsOf({ words: { memberships: words } }: Context, ending: Ending): readonly Markdown[] {
  const { userId, isMember, isRemoved, roles } = ending;
  if (userId === null) return [words.nobodys];
  if (!isMember) return [words.absent(userId)];
  const held = roles.filter(({ has }) => has);
  const effects = held.flatMap(({ roleId, goes, reasons }) => [
    goes ? words.goes(userId, roleId) : words.stays(userId, roleId),
    ...reasons.map((reason) => md`-# ${reason}`),
  ]);
  const removal = isRemoved ? [words.removed(userId)] : [];
  return held.length + removal.length === 0 ? [words.noEffect(userId)] : [...effects, ...removal];
}

async function terminate(
  context: Context,
  order: { readonly id: string; readonly orderId: string; readonly reason: string },
): Promise<Reply> {
  const { words: all, features, signal } = context;
  const words = all.memberships;
  const before = await features.access.previewOrderedEnding(context, order.id, all.reasons, signal);
  const { membership, wasOver } = await features.memberships.terminate(order, context);
  const head = headOf(context, membership);
  if (wasOver) return { title: words.titles.over, lines: [head] };
  const done: Reply = {
    tone: 'good',
    title: words.titles.terminated,
    lines: [head, words.because(order.reason)],
  };
  const { userId } = before;
  const losing = before.roles.filter(({ has, goes }) => has && goes).map(({ roleId }) => roleId);
  if (userId === null || (losing.length === 0 && !before.isRemoved)) return done;
  const show = ({ isThere, roleIds }: Left): Reply => ({
    ...done,
    sections: [
      {
        lines: before.isRemoved
          ? [isThere ? words.leaving(userId) : words.left(userId)]
          : losing.map((roleId) => (roleIds.has(roleId) ? words.going(roleId) : words.gone(roleId))),
      },
    ],
  });
  await context.show(show({ isThere: true, roleIds: new Set(losing) }));
  return show(await whatIsLeft(context, userId, { losing, isRemoved: before.isRemoved }));
}

interface Left {
  readonly isThere: boolean;
  readonly roleIds: ReadonlySet<string>;
}

/** Waits until the roles, or the member, are removed. @returns what is left */
async function whatIsLeft(
  { features, guildId, words, signal }: Context,
  userId: string,
  { losing, isRemoved }: { readonly losing: readonly string[]; readonly isRemoved: boolean },
): Promise<Left> {
  let left: Left = { isThere: true, roleIds: new Set(losing) };
  for (let look = 0; look < LOOKS && (isRemoved ? left.isThere : left.roleIds.size > 0); look += 1) {
    await wait(LOOK_EVERY, undefined, { signal });
    const { isMember, roles } = await features.access.why({ guildId, userId }, words.reasons, signal);
    const held = roles.filter(({ has, roleId }) => has && losing.includes(roleId));
    left = { isThere: isMember, roleIds: new Set(held.map(({ roleId }) => roleId)) };
  }
  return left;
}
