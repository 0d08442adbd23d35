import Type from 'typebox';
import { defineSimpleCommand } from '../src/discord/commands/command.ts';
import { button } from '../src/discord/commands/reply.ts';
import { defineStep } from '../src/discord/commands/step.ts';
import { cancel } from './components/preview.ts';

const end = defineStep({
  data: Type.Object({}),
  once: true,
  async run({ features, guildId, userId, words: { linking: words } }) {
    const order = { chatUserId: userId, orderedBy: userId, guildId };
    const links = await features.linking.unlink(order);
    if (links === 0) return { title: words.notLinkedTitle, lines: [words.notLinked] };
    return { tone: 'good', title: words.unlinkedTitle, lines: [words.unlinked] };
  },
});

export default defineSimpleCommand({
  name: 'unlink',
  audience: 'everyone',
  description: (words) => words.linking.unlink,
  steps: { end, cancel },
  options: {},
  async run({ features, userId, words: { frame, linking: words } }) {
    const { links } = await features.linking.standing(userId);
    const since = links.at(-1)?.linkedAt;
    if (!since) return { title: words.notLinkedTitle, lines: [words.notLinked] };
    return {
      title: words.unlinkTitle,
      lines: [words.linkedSince(since), words.unlinkMeans],
      rows: [[button(end, {}, words.unlinkButton, { look: 'danger' }), button(cancel, {}, frame.cancel)]],
    };
  },
});
