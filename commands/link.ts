import Type from 'typebox';
import { defineSimpleCommand } from '../src/discord/commands/command.ts';
import type { Context } from '../src/discord/commands/context.ts';
import { button, link, type Reply } from '../src/discord/commands/reply.ts';
import { defineStep } from '../src/discord/commands/step.ts';
import type { Words } from '../src/i18n/index.ts';

async function start({ features, userId, words: { linking: words } }: Context): Promise<Reply> {
  const url = features.linking.startUrl(userId);
  if (url === undefined) return { tone: 'warning', title: words.impossibleTitle, lines: [words.impossible] };
  const { links, forbiddenUntil, pausedUntil } = await features.linking.standing(userId);
  if (forbiddenUntil)
    return { tone: 'warning', title: words.forbiddenTitle, lines: [words.forbidden(forbiddenUntil)] };
  if (pausedUntil && links.length === 0)
    return { tone: 'warning', title: words.forbiddenTitle, lines: [words.linkedTooOften(pausedUntil)] };
  const since = links.at(-1)?.linkedAt;
  return {
    title: words.linkTitle,
    lines: since ? [words.linkedSince(since), words.linkAgain] : [words.linkSteps],
    rows: [[link(words.linkButton, url)]],
    footer: words.linkPrivate,
  };
}

const begin = defineStep({ data: Type.Object({}), answers: 'reply', run: start });

/** A panel that admins post for all members. Its button does the same as the command. */
export const linkPanel = ({ linking: { panel, linkButton } }: Words): Reply => ({
  title: panel.title,
  lines: [panel.text],
  rows: [[button(begin, {}, linkButton, { look: 'main', isShared: true })]],
});

export default defineSimpleCommand({
  name: 'link',
  audience: 'everyone',
  steps: { begin },
  description: (words) => words.linking.link,
  options: {},
  run: start,
});
