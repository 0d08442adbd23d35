import { setTimeout as wait } from 'node:timers/promises';
import Type from 'typebox';
import { defineCommand, subcommand } from '../../src/discord/commands/command.ts';
import type { Context } from '../../src/discord/commands/context.ts';
import { line, menu, optionalLine, optionalParagraph } from '../../src/discord/commands/fields.ts';
import { text } from '../../src/discord/commands/options.ts';
import { button, choice, link, type Reply } from '../../src/discord/commands/reply.ts';
import { defineForm, defineStep, open } from '../../src/discord/commands/step.ts';
import { ChatFault } from '../../src/i18n/chat-fault.ts';
import { md } from '../../src/i18n/markdown.ts';

/** Creates a command that exercises the command framework, with a list of the actions it has done. */
export function createProbe() {
  const done: string[] = [];
  const Note = Type.Object({ note: Type.String() });
  const said = (title: string): Reply => ({ title });

  const once = defineStep({
    data: Note,
    once: true,
    async run(_, { note }) {
      await wait(50);
      done.push(note);
      return said(`Done with ${note}`);
    },
  });
  const chosen = defineStep({
    data: Note,
    answers: 'reply',
    run: async (_, { note }, values) => said(`${note} ${values.join()}`),
  });
  const form = defineForm({
    data: Note,
    title: () => 'A form',
    fields: {
      reason: optionalLine({ label: () => 'Why?', hint: () => 'In a few words', longest: 40 }),
      title: line({ label: () => 'Title' }),
      more: optionalParagraph({ label: () => 'More' }),
      how: menu({ label: () => 'How?', of: { soft: () => 'Softly', hard: () => 'Hard' } }),
    },
    answers: 'update',
    run: async (_, { note }, { title, reason, more, how }) =>
      said(`${title}, ${note}, ${how}, because ${reason ?? 'why not'}${more ? `, and ${more}` : ''}`),
  });
  const toForm = defineStep({
    data: Note,
    opensForm: true,
    run: async (_, data) => open(form, data, { reason: 'so it goes' }),
  });
  const failing = defineStep({
    data: Note,
    run: async () => {
      throw new ChatFault('LOCK_BUSY');
    },
  });
  const controls = ({ words }: Context, isShared: boolean): Reply => ({
    title: 'Controls',
    rows: [
      [
        button(once, { note: 'paid' }, 'Once', { look: 'danger', isShared }),
        button(toForm, { note: 'noted' }, 'Form'),
        button(failing, { note: '' }, 'Fail'),
        button(once, { note: 'never' }, words.frame.cancel, { isDisabled: true }),
      ],
      choice(chosen, { note: 'chose' }, { hint: 'Choose', of: [{ value: 'a', label: 'A' }] }),
    ],
  });

  const probe = defineCommand({
    name: 'probe',
    audience: 'admin',
    description: () => 'Does what a test is about',
    isPublic: true,
    steps: { once, chosen, form, toForm, failing },
    subcommands: {
      controls: subcommand({
        description: () => 'Shows controls',
        options: {},
        run: async (context) => controls(context, false),
      }),
      question: subcommand({
        description: () => 'Asks all admins',
        options: {},
        run: async (context) => controls(context, true),
      }),
      fault: subcommand({
        description: () => 'Throws a fault',
        options: {},
        async run() {
          throw new ChatFault('LOCK_BUSY');
        },
      }),
      broken: subcommand({
        description: () => 'Throws what nobody foresaw',
        options: {},
        async run() {
          throw new Error('password=hunter2');
        },
      }),
      say: subcommand({
        description: () => 'Says something',
        options: {
          what: text({
            description: () => 'What',
            required: true,
            suggest: async (_, typed) => {
              if (typed === 'fail') throw new Error('no suggestions');
              return Array.from({ length: 40 }, (_unused, index) => ({
                name: `${typed} ${index}`,
                value: `${index}`,
              }));
            },
          }),
        },
        async run(_, { what }) {
          done.push(what);
          return { title: what, lines: [md`It says ${what}.`], footer: what };
        },
      }),
      long: subcommand({
        description: () => 'Says much',
        options: {},
        run: async () => ({
          title: 'Much',
          lines: Array.from({ length: 900 }, (_, line) => md`Line ${line}`),
        }),
      }),
      many: subcommand({
        description: () => 'Says many things',
        options: {},
        run: async () => ({
          title: 'Many',
          rows: [[link('Website', 'https://example.com/')]],
          sections: Array.from({ length: 30 }, (_, part) => ({ lines: [md`Part ${part}`] })),
        }),
      }),
      form: subcommand({
        description: () => 'Opens a form',
        options: {},
        opensForm: true,
        run: async () => open(form, { note: 'typed' }),
      }),
    },
  });
  return { probe, done };
}
