import {
  type APIApplicationCommandInteractionDataBasicOption as Basic,
  type APIApplicationCommandInteractionDataOption as Data,
  type InteractionType,
  ApplicationCommandOptionType as Option,
} from 'discord-api-types/v10';
import { Fault } from '../../errors.ts';
import type { BasicOption, CommandOption } from '../application-commands/schema.ts';
import type { Named } from './resolve.ts';

/** A member's input by option name. Users, roles and channels are given by id. */
export type Values = Readonly<Record<string, string | number | boolean>>;

type Run = InteractionType.ApplicationCommand;
type Complete = InteractionType.ApplicationCommandAutocomplete;

/** Returns the options below a command, following the path of group and subcommand. */
export function optionsAt(
  options: readonly CommandOption[],
  path: readonly string[],
): readonly BasicOption[] {
  const [name, ...rest] = path;
  if (name === undefined) {
    if (options.some((option) => isBranch(option))) throw invalid('Choose one of its subcommands.');
    return options.filter((option) => !isBranch(option));
  }
  const branch = options.filter(isBranch).find((option) => option.name === name);
  if (!branch) throw invalid(`It has no subcommand called ${name}.`);
  return optionsAt(branch.options ?? [], rest);
}

/** Returns the filled-in options in the platform's format. Checks them like the platform's client before sending. */
export function fillIn(declared: readonly BasicOption[], values: Values): Basic<Run>[] {
  for (const name of Object.keys(values))
    if (!declared.some((option) => option.name === name)) throw invalid(`It has no option called ${name}.`);
  return declared.flatMap((option) => {
    const value = values[option.name];
    if (value !== undefined) return [toData(option, value)];
    if (option.required) throw invalid(`${option.name} is required.`);
    return [];
  });
}

/** Returns the options filled in so far, while `focused` is being typed. Values are unchecked, and numbers are text. */
export function fillInSoFar(
  declared: readonly BasicOption[],
  focused: string,
  values: Values,
): Basic<Complete>[] {
  const typed = declared.find(({ name }) => name === focused);
  if (!typed || !('autocomplete' in typed) || !typed.autocomplete)
    throw invalid(`${focused} is not completed by the bot.`);
  return declared.flatMap((option): Basic<Complete>[] => {
    const value = values[option.name];
    if (value === undefined) return [];
    const isFocused = option.name === focused;
    const text = { name: option.name, value: String(value), ...(isFocused && { focused: true }) };
    switch (option.type) {
      case Option.String:
      case Option.Integer:
      case Option.Number:
        return [{ ...text, type: option.type }];
      default:
        return [toEntity(option, value)];
    }
  });
}

/** Returns the type of the focused option. */
export function typeOfFocused(options: readonly Data<Complete>[]): Option | undefined {
  for (const option of options) {
    if ('focused' in option && option.focused) return option.type;
    const inner = 'options' in option ? typeOfFocused(option.options ?? []) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Nests options below their group and subcommand. */
export function nest<Of extends Run | Complete>(path: readonly string[], inner: Basic<Of>[]): Data<Of>[] {
  const [first, second] = path;
  if (first === undefined) return inner;
  if (second === undefined) return [{ name: first, type: Option.Subcommand, options: inner }];
  const options = [{ name: second, type: Option.Subcommand as const, options: inner }];
  return [{ name: first, type: Option.SubcommandGroup, options }];
}

/** Returns the ids of the users, roles and channels among the option values. */
export function idsIn(options: readonly Basic[]): Named {
  const of = (...types: Option[]) =>
    options.filter(({ type }) => types.includes(type)).map(({ value }) => String(value));
  return {
    users: of(Option.User, Option.Mentionable),
    roles: of(Option.Role, Option.Mentionable),
    channels: of(Option.Channel),
  };
}

type Branch = Extract<CommandOption, { type: Option.Subcommand | Option.SubcommandGroup }>;
const isBranch = (option: CommandOption): option is Branch =>
  option.type === Option.Subcommand || option.type === Option.SubcommandGroup;

function toData(option: BasicOption, value: string | number | boolean): Basic<Run> {
  const { name } = option;
  switch (option.type) {
    case Option.String: {
      const { min_length = 0, max_length = 6000, choices = [] } = option;
      if (typeof value !== 'string' || value.length < min_length || value.length > max_length)
        throw invalid(`${name} takes a text of ${min_length} to ${max_length} characters.`);
      requireChoice(name, choices, value);
      return { name, type: option.type, value };
    }
    case Option.Integer:
    case Option.Number: {
      const { min_value = -(2 ** 53), max_value = 2 ** 53, choices = [] } = option;
      const isWhole = option.type === Option.Number || Number.isInteger(value);
      if (typeof value !== 'number' || !isWhole || value < min_value || value > max_value)
        throw invalid(`${name} takes a number from ${min_value} to ${max_value}.`);
      requireChoice(name, choices, value);
      return { name, type: option.type, value };
    }
    default:
      return toEntity(option, value);
  }
}

type Typed = Option.String | Option.Integer | Option.Number;

function toEntity(
  option: Exclude<BasicOption, { type: Typed }>,
  value: string | number | boolean,
): EntityData {
  const { name, type } = option;
  if (type === Option.Boolean) {
    if (typeof value !== 'boolean') throw invalid(`${name} is true or false.`);
    return { name, type, value };
  }
  if (typeof value !== 'string') throw invalid(`${name} takes an id.`);
  return { name, type, value };
}
type EntityData = Exclude<Basic<Run>, { type: Typed }>;

function requireChoice(name: string, choices: readonly { value: unknown }[], value: unknown): void {
  if (choices.length > 0 && !choices.some((choice) => choice.value === value))
    throw invalid(`${name} takes one of its choices.`);
}

const invalid = (message: string): Fault => new Fault('SANDBOX_CANT_BE_FILLED_IN', message);
