import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandType,
  ChannelType,
  InteractionContextType,
  type LocalizationMap,
  ApplicationCommandOptionType as OptionType,
  PermissionFlagsBits,
  type RESTPutAPIApplicationGuildCommandsJSONBody,
} from 'discord-api-types/v10';
import { english, type Text, translations } from '../../i18n/index.ts';
import { type Command, isRunnable, type Runnable } from './command.ts';
import type { Option } from './options.ts';

type Definition = RESTPutAPIApplicationGuildCommandsJSONBody[number];

/** Permission that hides admin commands from others. A server can override this, so it is checked at every use. */
export const ADMIN_PERMISSION = PermissionFlagsBits.ManageGuild;

/**
 * Converts the commands to the platform's format, with texts in every language.
 * @throws TypeError naming a command that the platform would refuse
 * @see https://discord.com/developers/docs/interactions/application-commands
 */
export function toDefinitions(commands: readonly Command[]): Definition[] {
  for (const { name } of commands) {
    if (commands.filter((other) => other.name === name).length > 1) throw wrong(name, 'is defined twice');
  }
  return commands.map((command) => {
    const common = {
      contexts: [InteractionContextType.Guild],
      default_member_permissions: command.audience === 'everyone' ? null : String(ADMIN_PERMISSION),
    };
    if (command.kind === 'member menu') {
      const label = inAll(command.name, command.label, 32);
      return {
        ...common,
        type: ApplicationCommandType.User,
        name: label.text,
        name_localizations: label.localizations,
      };
    }
    return { ...common, type: ApplicationCommandType.ChatInput, ...toSlash(command) };
  });
}

function toSlash({ name, description, runnables }: Extract<Command, { kind: 'slash' }>) {
  const options: APIApplicationCommandOption[] = isRunnable(runnables)
    ? toOptions(name, runnables)
    : Object.entries(runnables).map(([subcommand, runnable]): APIApplicationCommandSubcommandOption => {
        const path = `${name} ${subcommand}`;
        return {
          type: OptionType.Subcommand,
          ...named(path, subcommand),
          ...described(path, runnable.description),
          options: toOptions(path, runnable),
        };
      });
  return { ...named(name, name), ...described(name, description), options: atMost(name, 25, options) };
}

/** Puts required options first, as the platform demands. */
const toOptions = (path: string, { options }: Runnable): APIApplicationCommandBasicOption[] =>
  atMost(
    path,
    25,
    Object.entries(options)
      .toSorted(([, a], [, b]) => Number(b.isRequired) - Number(a.isRequired))
      .map(([name, option]) => toOption(`${path} ${name}`, name, option)),
  );

function toOption(path: string, name: string, option: Option): APIApplicationCommandBasicOption {
  const { kind, isRequired: required, description, min, max, of, suggest } = option;
  const common = { ...named(path, name), ...described(path, description), required };
  const bounds = (least: string, most: string) => ({
    ...(min !== undefined && { [least]: min }),
    ...(max !== undefined && { [most]: max }),
  });
  switch (kind) {
    case 'text': {
      const type = OptionType.String;
      const lengths = bounds('min_length', 'max_length');
      if (suggest) return { type, ...common, ...lengths, autocomplete: true };
      return { type, ...common, ...lengths, ...(of && { choices: toChoices(path, of) }) };
    }
    case 'integer':
      return { type: OptionType.Integer, ...common, ...bounds('min_value', 'max_value') };
    case 'boolean':
      return { type: OptionType.Boolean, ...common };
    case 'person':
      return { type: OptionType.User, ...common };
    case 'role':
      return { type: OptionType.Role, ...common };
    case 'channel':
      return { type: OptionType.Channel, ...common, channel_types: [ChannelType.GuildText] };
  }
}

const toChoices = (path: string, of: Readonly<Record<string, Text>>) =>
  atMost(path, 25, Object.entries(of)).map(([value, text]) => {
    const { text: name, localizations } = inAll(path, text, 100);
    return { name, name_localizations: localizations, value };
  });

const described = (path: string, description: Text) => {
  const { text, localizations } = inAll(path, description, 100);
  return { description: text, description_localizations: localizations };
};

function named(path: string, name: string): { readonly name: string } {
  if (!/^[a-z][a-z0-9_-]{0,31}$/.test(name)) throw wrong(path, `can't be called “${name}”`);
  return { name };
}

/** Returns a text in every language. @throws TypeError if one is empty or too long */
function inAll(path: string, text: Text, longest: number): { text: string; localizations: LocalizationMap } {
  const fitting = (rendered: string): string => {
    if (rendered.length > 0 && rendered.length <= longest) return rendered;
    throw wrong(path, `needs a text of 1 to ${longest} characters instead of “${rendered}”`);
  };
  const localizations = [...translations].map(([locale, words]) => [locale, fitting(text(words))]);
  return { text: fitting(text(english)), localizations: Object.fromEntries(localizations) };
}

function atMost<Item>(path: string, most: number, items: Item[]): Item[] {
  if (items.length > most) throw wrong(path, `has ${items.length} items where at most ${most} are allowed`);
  return items;
}

const wrong = (path: string, what: string): TypeError => new TypeError(`The command /${path} ${what}.`);
