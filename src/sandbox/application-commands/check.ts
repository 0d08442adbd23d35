import { ApplicationCommandType } from 'discord-api-types/v10';
import { duplicates } from '../duplicates.ts';
import { type FormErrors, fieldError, type Path, refusals } from '../rest/api-error.ts';
import { mergeErrors } from '../rest/form-errors.ts';
import { optionProblems } from './check-options.ts';
import { type Draft, toDraft } from './draft.ts';
import { isBlank, nameProblems } from './names.ts';
import type { CommandBody } from './schema.ts';

const { ChatInput } = ApplicationCommandType;

const MOST_TEXT = 8000;
const MOST = new Map([
  [ApplicationCommandType.ChatInput, 100],
  [ApplicationCommandType.User, 5],
  [ApplicationCommandType.Message, 5],
]);

/**
 * Refuses what the platform refuses in a whole list of commands, beyond the schema.
 * @throws ApiError 30032 for too many commands of a type, 50035 for anything else
 */
export function checkCommands(commands: readonly CommandBody[]): void {
  checkCount(commands);
  refuse(problemsIn(commands));
}

/**
 * Refuses what the platform refuses in one command, beyond the schema.
 * @throws ApiError 50035
 */
export function checkCommand(command: CommandBody): void {
  refuse(problemsIn(command));
}

/** Checks the number of commands of each type. @throws ApiError 30032 */
export function checkCount(commands: readonly CommandBody[]): void {
  for (const [type, most] of MOST) {
    const count = commands.filter((command) => (command.type ?? ChatInput) === type).length;
    if (count > most) throw refusals.tooManyCommands(most);
  }
}

/** Returns every problem of a command or a list of them, beyond the schema. Skips the parts that can't be read. */
export function problemsIn(body: unknown): FormErrors[] {
  if (!Array.isArray(body)) return problemsOf(toDraft(body), []);
  const commands = body.map(toDraft);
  const names = commands.map(({ type = ChatInput, name }) => (name === undefined ? name : `${type} ${name}`));
  return [
    ...duplicates(names).map((index) =>
      fieldError([index], 'APPLICATION_COMMANDS_DUPLICATE_NAME', 'Application command names must be unique'),
    ),
    ...commands.flatMap((command, index) => problemsOf(command, [index])),
  ];
}

function refuse(problems: readonly FormErrors[]): void {
  if (problems.length > 0) throw refusals.invalidForm(mergeErrors(problems));
}

function problemsOf(command: Draft, path: Path): FormErrors[] {
  const { type = ChatInput, names, description, options = [] } = command;
  const isUndescribed = description === undefined || isBlank(description);
  if (type !== ChatInput) {
    const isEmpty = isUndescribed && options.length === 0;
    return isEmpty
      ? []
      : [fieldError([...path, 'description'], 'APPLICATION_COMMAND_DESCRIPTION_INVALID', 'Must be empty.')];
  }
  return [
    ...nameProblems(names, [...path, 'name']),
    ...(isUndescribed
      ? [fieldError([...path, 'description'], 'BASE_TYPE_REQUIRED', 'This field is required')]
      : []),
    ...(lengthOf(command) > MOST_TEXT
      ? [fieldError(path, 'APPLICATION_COMMAND_TOO_LARGE', `Command exceeds maximum size (${MOST_TEXT})`)]
      : []),
    ...optionProblems(options, [...path, 'options']),
  ];
}

/** Sums the lengths of names, descriptions and values. Of a text's translations only the longest counts. */
function lengthOf({ names, descriptions, choices, options = [] }: Draft): number {
  const longest = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => text.length));
  return (
    longest(names) +
    longest(descriptions) +
    choices.reduce((sum, choice) => sum + longest(choice.names) + choice.value.length, 0) +
    options.reduce((sum, option) => sum + lengthOf(option), 0)
  );
}
