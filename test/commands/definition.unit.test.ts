import Type from 'typebox';
import { expect, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import {
  defineCommand,
  defineMemberMenu,
  defineSimpleCommand,
  subcommand,
} from '../../src/discord/commands/command.ts';
import { toDefinitions } from '../../src/discord/commands/definition.ts';
import { channel, integer, oneOf, person, text } from '../../src/discord/commands/options.ts';
import { button, type Reply } from '../../src/discord/commands/reply.ts';
import { defineStep } from '../../src/discord/commands/step.ts';

const hello = defineSimpleCommand({
  name: 'hello',
  audience: 'everyone',
  description: () => 'Says hello',
  options: {
    where: channel({ description: () => 'Where', required: false }),
    whom: person({ description: () => 'Whom', required: true }),
  },
  run: async (_context, { whom, where }) => ({ title: `Hello ${whom.name} in ${where?.name ?? 'all'}` }),
});
const greet = defineMemberMenu({
  name: 'greet',
  audience: 'admin',
  label: () => 'Say hello',
  run: async (_context, { name }) => ({ title: `Hello ${name}` }),
});

test('a new command is one file and one line, and the platform gets it as declared', () => {
  expect(toDefinitions([...commands, hello, greet]).slice(-2)).toMatchObject([
    {
      type: 1,
      name: 'hello',
      default_member_permissions: null,
      contexts: [0],
      description_localizations: { de: 'Says hello' },
      options: [
        { name: 'whom', type: 6, required: true },
        { name: 'where', type: 7, required: false, channel_types: [0] },
      ],
    },
    { type: 2, name: 'Say hello', default_member_permissions: '32' },
  ]);
});

const wrong = (name: Lowercase<string>, description: string) =>
  defineSimpleCommand({
    name,
    audience: 'admin' as const,
    description: () => description,
    options: {},
    run: async () => ({ title: '' }),
  });

test('a definition that the platform would refuse is refused with the name of its command', () => {
  expect(() => toDefinitions([wrong('fine', 'x'.repeat(101))])).toThrow(/\/fine needs a text of 1 to 100/);
  expect(() => toDefinitions([wrong('empty', '')])).toThrow('/empty');
  expect(() => toDefinitions([wrong('no spaces', 'x')])).toThrow('/no spaces');
  expect(() => toDefinitions([hello, hello])).toThrow('/hello is defined twice');
  const choices = Object.fromEntries(Array.from({ length: 26 }, (_, index) => [`c${index}`, () => 'x']));
  const many = defineSimpleCommand({
    name: 'many',
    audience: 'admin',
    description: () => 'x',
    options: { one: oneOf({ description: () => 'x', required: true, of: choices }) },
    run: async () => ({ title: '' }),
  });
  expect(() => toDefinitions([many])).toThrow('/many one has 26');
});

test('a malformed definition fails the type check', () => {
  const common = { audience: 'admin', description: () => 'x' } as const;
  const run = async () => ({ title: 'x' });
  // @ts-expect-error: names are lower case
  const loud = defineSimpleCommand({ ...common, name: 'Loud', options: {}, run });
  // @ts-expect-error: the audience is missing
  defineSimpleCommand({ name: 'whose', description: () => 'x', options: {}, run });
  // @ts-expect-error: the text has one language only
  defineCommand({ name: 'mute', audience: 'admin', description: 'x', subcommands: {} });
  // @ts-expect-error: run must return a reply
  defineSimpleCommand({ ...common, name: 'silent', options: {}, run: async () => undefined });
  subcommand({
    description: () => 'x',
    options: { count: integer({ description: () => 'x', required: false, min: 1, max: 5 }) },
    // @ts-expect-error: an optional value may be undefined
    run: async (_context, { count }) => ({ title: count.toFixed(0) }),
  });
  subcommand({
    description: () => 'x',
    options: { what: text({ description: () => 'x', required: true }) },
    // @ts-expect-error: there is no such option
    run: async (_context, { whatever }) => ({ title: whatever }),
  });
  // @ts-expect-error: `required` is missing
  text({ description: () => 'x' });
  const step = defineStep({ data: Type.Object({ id: Type.String() }), run });
  // @ts-expect-error: the step needs an id
  button(step, { page: 1 }, 'x');
  // @ts-expect-error: only md makes Markdown, so that nothing in it is unescaped
  const unescaped: Reply = { title: 'x', lines: ['**x**'] };
  expect(unescaped.lines).toHaveLength(1);
  expect(() => toDefinitions([loud])).toThrow('/Loud can');
});
