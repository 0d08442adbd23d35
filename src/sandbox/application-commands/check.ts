import { ApplicationCommandOptionType, ApplicationCommandType } from 'discord-api-types/v10';
import { type FormErrors, fieldError, refusals } from '../rest/api-error.ts';
import { mergeErrors } from '../rest/form-errors.ts';
import type { CommandBody, CommandOption } from './schema.ts';

const { ChatInput } = ApplicationCommandType;
const { Subcommand, SubcommandGroup } = ApplicationCommandOptionType;

/** https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-naming */
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const MOST_TEXT = 8000;
const MOST = new Map([
  [ApplicationCommandType.ChatInput, 100],
  [ApplicationCommandType.User, 5],
  [ApplicationCommandType.Message, 5],
]);

type Path = readonly (string | number)[];

/**
 * Refuses what the platform refuses in a whole list of commands, beyond what a schema says.
 * @throws ApiError 30032 for too many commands of a kind, 50035 for anything else
 */
export function checkCommands(commands: readonly CommandBody[]): void {
  checkCount(commands);
  const problems = [
    ...duplicates(commands.map(({ type = ChatInput, name }) => `${type} ${name}`)).map((index) =>
      fieldError([index], 'APPLICATION_COMMANDS_DUPLICATE_NAME', 'Application command names must be unique'),
    ),
    ...commands.flatMap((command, index) => problemsOf(command, [index])),
  ];
  if (problems.length > 0) throw refusals.invalidForm(mergeErrors(problems));
}

/**
 * Refuses what the platform refuses in one command, beyond what a schema says.
 * @throws ApiError 50035
 */
export function checkCommand(command: CommandBody): void {
  const problems = problemsOf(command, []);
  if (problems.length > 0) throw refusals.invalidForm(mergeErrors(problems));
}

/** @throws ApiError 30032 for too many commands of a kind */
export function checkCount(commands: readonly CommandBody[]): void {
  for (const [type, most] of MOST) {
    const count = commands.filter((command) => (command.type ?? ChatInput) === type).length;
    if (count > most) throw refusals.tooManyCommands(most);
  }
}

function problemsOf(command: CommandBody, path: Path): FormErrors[] {
  const { type = ChatInput, name, description, options = [] } = command;
  if (type !== ChatInput) {
    const isEmpty = !description && options.length === 0;
    return isEmpty
      ? []
      : [fieldError([...path, 'description'], 'APPLICATION_COMMAND_DESCRIPTION_INVALID', 'Must be empty.')];
  }
  const names = [name, ...localesOf(command.name_localizations)];
  return [
    ...(names.every(isName) ? [] : [invalidName([...path, 'name'])]),
    ...(description
      ? []
      : [fieldError([...path, 'description'], 'BASE_TYPE_REQUIRED', 'This field is required')]),
    ...(lengthOf(command) > MOST_TEXT
      ? [fieldError(path, 'APPLICATION_COMMAND_TOO_LARGE', `Command exceeds maximum size (${MOST_TEXT})`)]
      : []),
    ...optionProblems(options, [...path, 'options']),
  ];
}

function optionProblems(options: readonly CommandOption[], path: Path): FormErrors[] {
  const lastRequired = options.findLastIndex(({ required }) => required === true);
  const firstOptional = options.findIndex(({ required }) => required !== true);
  const isMixed =
    new Set(options.map(({ type }) => type === Subcommand || type === SubcommandGroup)).size > 1;
  return [
    ...(firstOptional !== -1 && firstOptional < lastRequired
      ? [
          fieldError(
            [...path, lastRequired],
            'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
            'Required options must be placed before non-required options',
          ),
        ]
      : []),
    ...(isMixed
      ? [
          fieldError(
            path,
            'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
            'Sub-command and sub-command group option types are mutually exclusive to all other types',
          ),
        ]
      : []),
    ...duplicates(options.map(({ name }) => name)).map((index) =>
      fieldError(
        [...path, index, 'name'],
        'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
        'Option names must be unique',
      ),
    ),
    ...options.flatMap((option, index) => [
      ...([option.name, ...localesOf(option.name_localizations)].every(isName)
        ? []
        : [invalidName([...path, index, 'name'])]),
      ...('options' in option ? optionProblems(option.options ?? [], [...path, index, 'options']) : []),
    ]),
  ];
}

const isName = (name: string): boolean => NAME.test(name) && name === name.toLowerCase();

const invalidName = (path: Path): FormErrors =>
  fieldError(path, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');

const localesOf = (texts: Record<string, string | null | undefined> | null | undefined): string[] =>
  Object.values(texts ?? {}).filter((text) => typeof text === 'string');

/** The places of those that were there before. */
function duplicates(names: readonly string[]): number[] {
  return names.flatMap((name, index) => (names.indexOf(name) === index ? [] : [index]));
}

/** Names, descriptions and values together; of translations the longest counts. */
function lengthOf(part: CommandBody | CommandOption): number {
  const longest = (text: string, translations: Parameters<typeof localesOf>[0]) =>
    Math.max(...[text, ...localesOf(translations)].map((each) => each.length));
  const own =
    longest(part.name, part.name_localizations) +
    longest(part.description ?? '', part.description_localizations);
  const choices = 'choices' in part ? (part.choices ?? []) : [];
  const inner = 'options' in part ? (part.options ?? []) : [];
  return (
    own +
    choices.reduce((sum, { name, value }) => sum + name.length + String(value).length, 0) +
    inner.reduce((sum, option) => sum + lengthOf(option), 0)
  );
}
