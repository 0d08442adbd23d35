import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { duplicates } from '../duplicates.ts';
import { type FormErrors, fieldError, type Path } from '../rest/api-error.ts';
import type { Draft } from './draft.ts';
import { isBlank, nameProblems } from './names.ts';

const { Subcommand, SubcommandGroup } = ApplicationCommandOptionType;

/**
 * Returns what the platform refuses in a list of options, beyond the schema:
 * https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-option-structure
 */
export const optionProblems = (options: readonly Draft[], path: Path): FormErrors[] => [
  ...orderProblems(options, path),
  ...mixProblems(options, path),
  ...duplicates(options.map(({ name }) => name)).map((index) =>
    fieldError(
      [...path, index, 'name'],
      'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
      'Option names must be unique',
    ),
  ),
  ...options.flatMap((option, index) => problemsOf(option, [...path, index])),
];

function problemsOf(option: Draft, path: Path): FormErrors[] {
  const { type, names, description, options } = option;
  return [
    ...nameProblems(names, [...path, 'name']),
    // The schema reports an empty description.
    ...(description !== '' && isBlank(description) ? [tooShort([...path, 'description'])] : []),
    ...(type === SubcommandGroup && options?.length === 0
      ? [fieldError([...path, 'options'], 'BASE_TYPE_REQUIRED', 'This field is required')]
      : []),
    ...rangeProblems(option, path),
    ...choiceProblems(option, [...path, 'choices']),
    ...optionProblems(options ?? [], [...path, 'options']),
  ];
}

function orderProblems(options: readonly Draft[], path: Path): FormErrors[] {
  const lastRequired = options.findLastIndex(({ isRequired }) => isRequired);
  const firstOptional = options.findIndex(({ isRequired }) => !isRequired);
  if (firstOptional === -1 || firstOptional > lastRequired) return [];
  return [
    fieldError(
      [...path, lastRequired],
      'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
      'Required options must be placed before non-required options',
    ),
  ];
}

function mixProblems(options: readonly Draft[], path: Path): FormErrors[] {
  const kinds = new Set(options.map(({ type }) => type === Subcommand || type === SubcommandGroup));
  if (kinds.size < 2) return [];
  return [
    fieldError(
      path,
      'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
      'Sub-command and sub-command group option types are mutually exclusive to all other types',
    ),
  ];
}

/** Refuses a range that no value fits: https://github.com/discord/discord-api-docs/issues/5149 */
const rangeProblems = ({ ranges }: Draft, path: Path): FormErrors[] =>
  ranges
    .filter(({ least, most }) => least !== undefined && most !== undefined && least > most)
    .map(({ field, most }) =>
      fieldError([...path, field], 'NUMBER_TYPE_MAX', `int value should be less than or equal to ${most}.`),
    );

const choiceProblems = ({ choices }: Draft, path: Path): FormErrors[] => [
  ...duplicates(choices.map(({ name }) => name)).map((index) =>
    // The rule is documented; its error code isn't.
    fieldError([...path, index, 'name'], 'BASE_TYPE_INVALID', 'Choice names must be unique.'),
  ),
  ...choices.flatMap(({ name }, index) =>
    name !== '' && isBlank(name) ? [tooShort([...path, index, 'name'])] : [],
  ),
];

const tooShort = (path: Path): FormErrors =>
  fieldError(path, 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.');
