import Type from 'typebox';
import type { Context } from '../../src/discord/commands/context.ts';
import type { Reply } from '../../src/discord/commands/reply.ts';
import { defineStep } from '../../src/discord/commands/step.ts';
import { joined, type Markdown, md, mentionOf } from '../../src/i18n/markdown.ts';

type Preview = Awaited<ReturnType<Context['features']['access']['previewSweep']>>;

/** Members named for one role; the others are counted. */
const NAMED = 10;

/** Renders a preview of the members who would gain or lose roles. */
export function previewReply(
  { words }: Context,
  title: string,
  preview: Preview,
  lines: readonly Markdown[] = [],
) {
  const { gains, losses, kicks } = preview;
  const name = (userIds: readonly string[], count: number): Markdown => {
    const named = userIds.slice(0, NAMED);
    const others = count - named.length;
    const people = joined(named.map(mentionOf.member), ', ');
    return others > 0 ? md`${people}${words.access.andOthers(others)}` : people;
  };
  const sections = [
    ...gains.map(({ roleId, count, userIds }) => ({
      lines: [md`➕ ${words.access.gains(roleId, count)}`, name(userIds, count)],
    })),
    ...losses.map(({ roleId, count, userIds }) => ({
      lines: [md`➖ ${words.access.losses(roleId, count)}`, name(userIds, count)],
    })),
    ...(kicks.count > 0
      ? [{ lines: [md`🚪 ${words.access.kicks(kicks.count)}`, name(kicks.userIds, kicks.count)] }]
      : []),
  ];
  const nothing = sections.length === 0 ? [words.access.nobodyChanges] : [];
  return { title, lines: [...lines, ...nothing], sections } satisfies Reply;
}

/** Cancels without doing anything. */
export const cancel = defineStep({
  data: Type.Object({}),
  run: async ({ words }) => ({ title: words.frame.cancelled }),
});
