import Type from 'typebox';
import { defineCommand, subcommand } from '../../../src/discord/commands/command.ts';
import { person, text } from '../../../src/discord/commands/options.ts';
import { button } from '../../../src/discord/commands/reply.ts';
import { defineStep } from '../../../src/discord/commands/step.ts';
import { md, mentionOf } from '../../../src/i18n/markdown.ts';

const wave = defineStep({
  data: Type.Object({ whom: Type.String() }),
  once: true,
  run: async (_, { whom }) => ({
    tone: 'good',
    title: 'Waved',
    lines: [md`${mentionOf.member(whom)} saw it.`],
  }),
});

/** A new command, complete in this file. */
export default defineCommand({
  name: 'hello',
  audience: 'everyone',
  description: () => 'Greets people',
  steps: { wave },
  subcommands: {
    say: subcommand({
      description: () => 'Says hello to a member',
      options: {
        whom: person({ description: () => 'Whom', required: true }),
        how: text({
          description: () => 'How',
          required: false,
          suggest: async () => [{ name: 'Warmly', value: 'warmly' }],
        }),
      },
      run: async (_, { whom, how = 'politely' }) => ({
        title: `Hello ${whom.name}`,
        lines: [md`It was said ${how}.`],
        rows: [[button(wave, { whom: whom.id }, 'Wave')]],
      }),
    }),
  },
});
