import { type Command, isRunnable, type Runnable } from '../../src/discord/commands/command.ts';
import type { Option } from '../../src/discord/commands/options.ts';
import { english, type Text } from '../../src/i18n/index.ts';

/** The main replies, which have screenshots: the command, and the alternative text. */
export const PICTURES: ReadonlyMap<string, string> = new Map([
  ['membership', 'A member’s memberships, their dates and roles'],
  ['link', 'The button that lets a member link their purchases'],
  ['access why', 'Each managed role of a member with its reason'],
  ['access problems', 'What needs an admin, with buttons to try it again or dismiss it'],
  ['doctor', 'One line per check, with the fix for each failed one'],
  ['memberships show', 'A membership with its payment, roles and history'],
  ['memberships terminate', 'What ending a membership would do, with a button to continue'],
  ['plans list', 'Plans with price, stock, members and roles'],
  ['roles map', 'A mapping before it is saved: who would gain the role, and who would lose it'],
  ['stats', 'Members by plan, latency, and a chart of joins and ends'],
]);

/** Returns the name of a screenshot's file, without theme and extension. */
export const pictureOf = (path: string): string => path.replaceAll(' ', '-');

const AUDIENCES = {
  admin: 'For admins.',
  operator: 'For admins who also run the bot.',
  everyone: 'For everyone.',
} as const;

const say = (text: Text): string => text(english);

/** Renders docs/commands.md: all commands with their options, sorted by name. */
export function commandsPage(commands: readonly Command[]): string {
  const slash = commands.filter((command) => command.kind === 'slash');
  const menus = commands.filter((command) => command.kind === 'member menu');
  const sections = slash.toSorted((one, other) => (one.name < other.name ? -1 : 1)).flatMap(commandLines);
  return `${[...INTRODUCTION, ...sections, ...menuLines(menus)].join('\n')}\n`;
}

const INTRODUCTION = [
  '<!-- Written by `npm run docs:commands` from the definitions in commands/: change those instead. -->',
  '',
  '# Commands',
  '',
  'The bot registers its commands in its servers by itself. Only the person who ran a command sees the answer, in',
  'the language of their client if it is supported, and in English otherwise. Admins are members with the permission “Manage Server”.',
  'Their commands are hidden from other members. Permissions are checked again when a command is run and when a',
  'button is pressed. Every change is recorded with the admin who made it.',
  '',
  'Deciding who gets a role takes the same permissions as giving it by hand: Manage Roles and a highest role',
  'above it. Only the server’s owner may map a role with power over the server ([Who may map](roles.md#who-may-map)). This applies to',
  '`/roles map`, `/roles unmap`, `/plans create` and `/plans quick-link`.',
  '',
  'Options in **bold** are required. For options marked _suggested_, a list appears while you type.',
];

function commandLines({
  name,
  audience,
  description,
  runnables,
}: Extract<Command, { kind: 'slash' }>): readonly string[] {
  const head = ['', `## /${name}`, '', `${say(description)}. ${AUDIENCES[audience]}`];
  if (isRunnable(runnables)) return [...head, ...usage(name, runnables)];
  const parts = Object.entries(runnables).flatMap(([subcommand, runnable]) => {
    const path = `${name} ${subcommand}`;
    return ['', `### /${path}`, '', `${say(runnable.description)}.`, ...usage(path, runnable)];
  });
  return [...head, ...parts];
}

const usage = (path: string, { options, opensForm }: Runnable): readonly string[] => [
  ...(opensForm ? ['', 'The form opens at once. These options are for what it doesn’t ask.'] : []),
  ...optionLines(options),
  ...pictureLines(path),
];

function optionLines(options: Runnable['options']): readonly string[] {
  const entries = Object.entries(options).toSorted(
    ([, one], [, other]) => Number(other.isRequired) - Number(one.isRequired),
  );
  if (entries.length === 0) return [];
  const rows = entries.map(([name, option]) => {
    const shown = option.isRequired ? `**\`${name}\`**` : `\`${name}\``;
    return `| ${shown} | ${kindOf(option)} | ${cell(say(option.description))} |`;
  });
  return ['', '| option | takes | what |', '|---|---|---|', ...rows];
}

function kindOf({ kind, min, max, of, suggest }: Option): string {
  switch (kind) {
    case 'text':
      if (of) return Object.values(of).map(say).map(cell).join(' · ');
      return suggest ? 'a text, _suggested_' : 'a text';
    case 'integer':
      return `a number from ${min} to ${max}`;
    case 'boolean':
      return 'yes or no';
    case 'person':
      return 'a member';
    case 'role':
      return 'a role';
    case 'channel':
      return 'a text channel';
  }
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

function pictureLines(path: string): readonly string[] {
  const alt = PICTURES.get(path);
  if (alt === undefined) return [];
  const file = `images/commands/${pictureOf(path)}`;
  return [
    '',
    '<picture>',
    `  <source media="(prefers-color-scheme: dark)" srcset="${file}-dark.png">`,
    `  <img src="${file}-light.png" width="560" alt="${alt}">`,
    '</picture>',
  ];
}

function menuLines(menus: readonly Extract<Command, { kind: 'member menu' }>[]): readonly string[] {
  if (menus.length === 0) return [];
  const rows = menus.map(
    ({ label, audience }) =>
      `- **${say(label)}** (${audience === 'everyone' ? 'for everyone' : 'for admins'})`,
  );
  return ['', '## The menu of a member', '', 'In each member’s menu, under “Apps”:', '', ...rows];
}
