import { ChatFault } from '../../i18n/chat-fault.ts';
import type { Text } from '../../i18n/index.ts';
import type { Context } from './context.ts';
import { isKey } from './fields.ts';

/** User named in an option, or whose context menu was opened. */
export interface Person {
  readonly id: string;
  /** Display name in the server. */
  readonly name: string;
  readonly isBot: boolean;
}

export type Sent =
  | { readonly kind: 'value'; readonly value: string | number | boolean }
  | { readonly kind: 'person'; readonly person: Person }
  | { readonly kind: 'role' | 'channel'; readonly id: string; readonly name: string };

/** Autocomplete suggestion for an option's value. Users may also type a value that isn't suggested. */
export interface Suggestion {
  readonly name: string;
  readonly value: string;
}

/** Filters suggestions by the text typed so far. */
export const fitting = (typed: string, suggestions: readonly Suggestion[]): readonly Suggestion[] =>
  suggestions.filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()));

export interface Option<Value = unknown, Required extends boolean = boolean> {
  readonly kind: 'text' | 'integer' | 'boolean' | 'person' | 'role' | 'channel';
  readonly description: Text;
  readonly isRequired: Required;
  /** Bounds of a number, or of a text's length. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** The only choices allowed, by value. */
  readonly of?: Readonly<Record<string, Text>>;
  /** Autocompletes the text typed so far. Must answer from cached data, within a third of a second. */
  readonly suggest?: ((context: Context, typed: string) => Promise<readonly Suggestion[]>) | undefined;
  read(sent: Sent): Value;
}

export type Options = Readonly<Record<string, Option>>;
export type Values<Of extends Options> = {
  readonly [Name in keyof Of]: Of[Name] extends Option<infer Value, infer Required>
    ? Required extends true
      ? Value
      : Value | undefined
    : never;
};

interface Declared<Required extends boolean> {
  readonly description: Text;
  readonly required: Required;
}
const common = <Required extends boolean>({ description, required }: Declared<Required>) => ({
  description,
  isRequired: required,
});

export const text = <Required extends boolean>(
  option: Declared<Required> & { readonly max?: number; readonly suggest?: Option['suggest'] },
): Option<string, NoInfer<Required>> => ({
  ...common(option),
  kind: 'text',
  max: option.max,
  suggest: option.suggest,
  read: (sent) => (sent.kind === 'value' && typeof sent.value === 'string' ? sent.value : unexpected()),
});

/** Declares an option with a fixed set of choices. */
export const oneOf = <Value extends string, Required extends boolean>(
  option: Declared<Required> & { readonly of: Readonly<Record<Value, Text>> },
): Option<Value, NoInfer<Required>> => ({
  ...common(option),
  kind: 'text',
  of: option.of,
  read: (sent) =>
    sent.kind === 'value' && typeof sent.value === 'string' && isKey(option.of, sent.value)
      ? sent.value
      : unexpected(),
});

export const integer = <Required extends boolean>(
  option: Declared<Required> & { readonly min: number; readonly max: number },
): Option<number, NoInfer<Required>> => ({
  ...common(option),
  kind: 'integer',
  min: option.min,
  max: option.max,
  read: (sent) =>
    sent.kind === 'value' && Number.isInteger(sent.value) && typeof sent.value === 'number'
      ? Math.min(Math.max(sent.value, option.min), option.max)
      : unexpected(),
});

export const yesOrNo = <Required extends boolean>(
  option: Declared<Required>,
): Option<boolean, NoInfer<Required>> => ({
  ...common(option),
  kind: 'boolean',
  read: (sent) => (sent.kind === 'value' && typeof sent.value === 'boolean' ? sent.value : unexpected()),
});

export const person = <Required extends boolean>(
  option: Declared<Required>,
): Option<Person, NoInfer<Required>> => ({
  ...common(option),
  kind: 'person',
  read: (sent) => (sent.kind === 'person' ? sent.person : unexpected()),
});

type Named = { readonly id: string; readonly name: string };
const named =
  (kind: 'role' | 'channel') =>
  <Required extends boolean>(option: Declared<Required>): Option<Named, NoInfer<Required>> => ({
    ...common(option),
    kind,
    read: (sent) => (sent.kind === kind ? { id: sent.id, name: sent.name } : unexpected()),
  });
export const role = named('role');
export const channel = named('channel');

/** @throws Fault `OPTIONS_OUT_OF_DATE` if the platform sent values that don't match the declaration */
export function readOptions<Of extends Options>(options: Of, sent: ReadonlyMap<string, Sent>): Values<Of> {
  const read = Object.fromEntries(
    Object.entries(options).map(([name, option]) => {
      const input = sent.get(name);
      return [name, input && option.read(input)];
    }),
  );
  return areComplete(options, read) ? read : unexpected();
}

const areComplete = <Of extends Options>(options: Of, read: Record<string, unknown>): read is Values<Of> =>
  Object.entries(options).every(([name, { isRequired }]) => !isRequired || read[name] !== undefined);

function unexpected(): never {
  throw new ChatFault('OPTIONS_OUT_OF_DATE');
}
