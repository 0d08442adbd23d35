import { defineSimpleCommand } from '../src/discord/commands/command.ts';
import type { Context } from '../src/discord/commands/context.ts';
import { link, type Reply } from '../src/discord/commands/reply.ts';

async function start({ features, userId, words: { linking: words } }: Context): Promise<Reply> {
  const url = features.linking.startUrl(userId);
  if (url === undefined) return { tone: 'warning', title: words.impossibleTitle, lines: [words.impossible] };
  const { links, forbiddenUntil } = await features.linking.standing(userId);
  if (forbiddenUntil)
    return { tone: 'warning', title: words.forbiddenTitle, lines: [words.forbidden(forbiddenUntil)] };
  const since = links.at(-1)?.linkedAt;
  return {
    title: words.linkTitle,
    lines: since ? [words.linkedSince(since), words.linkAgain] : [words.linkSteps],
    rows: [[link(words.linkButton, url)]],
    footer: words.linkPrivate,
  };
}

export default defineSimpleCommand({
  name: 'link',
  audience: 'everyone',
  description: (words) => words.linking.link,
  options: {},
  run: start,
});
