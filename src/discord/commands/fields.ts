import { ChatFault } from '../../i18n/chat-fault.ts';
import type { Text } from '../../i18n/index.ts';

export interface Field<Value = unknown> {
  readonly kind: 'line' | 'paragraph' | 'menu';
  readonly label: Text;
  /** Instructions shown below the label. */
  readonly hint: Text | undefined;
  readonly isRequired: boolean;
  /** Longest text, in characters. */
  readonly longest: number;
  /** Choices of a menu, by value. */
  readonly of: Readonly<Record<string, Text>>;
  read(values: readonly string[]): Value;
}

export type Fields = Readonly<Record<string, Field>>;
export type FilledIn<Of extends Fields> = {
  readonly [Name in keyof Of]: Of[Name] extends Field<infer Value> ? Value : never;
};

interface Look {
  readonly label: Text;
  readonly hint?: Text;
  readonly longest?: number;
}

const typed = (kind: 'line' | 'paragraph', isRequired: boolean, { label, hint, longest = 500 }: Look) => ({
  kind,
  label,
  hint,
  isRequired,
  longest,
  of: {},
});

/** Declares a required line of text. */
export const line = (look: Look): Field<string> => ({
  ...typed('line', true, look),
  read: ([value]) => value ?? missing(),
});

/** Declares an optional line of text. */
export const optionalLine = (look: Look): Field<string | undefined> => ({
  ...typed('line', false, look),
  read: ([value]) => value || undefined,
});

/** Declares an optional multi-line text. */
export const optionalParagraph = (look: Look): Field<string | undefined> => ({
  ...typed('paragraph', false, look),
  read: ([value]) => value || undefined,
});

/** Declares a menu with one choice. */
export const menu = <Value extends string>(
  look: Look & { readonly of: Readonly<Record<Value, Text>> },
): Field<Value> => ({
  kind: 'menu',
  label: look.label,
  hint: look.hint,
  isRequired: true,
  longest: 0,
  of: look.of,
  read: ([value]) => (value !== undefined && isKey(look.of, value) ? value : missing()),
});

/** @throws Fault `FORM_INCOMPLETE` if a value is missing or not one of the choices */
export function readFields<Of extends Fields>(
  fields: Of,
  values: ReadonlyMap<string, readonly string[]>,
): FilledIn<Of> {
  const filled = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.read(values.get(name) ?? [])]),
  );
  if (!isFilledIn(fields, filled)) missing();
  return filled;
}

const isFilledIn = <Of extends Fields>(fields: Of, filled: object): filled is FilledIn<Of> =>
  Object.keys(fields).every((name) => name in filled);

export const isKey = <Key extends string>(of: Readonly<Record<Key, unknown>>, key: string): key is Key =>
  Object.hasOwn(of, key);

function missing(): never {
  throw new ChatFault('FORM_INCOMPLETE');
}
