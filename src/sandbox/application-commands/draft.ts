/**
 * The readable fields of a submitted command or option. Fields of the wrong type are left out here and reported by the
 * schema, so that one response lists every error.
 */
export interface Draft {
  readonly type: number | undefined;
  readonly name: string | undefined;
  /** The name and its translations. */
  readonly names: readonly string[];
  readonly description: unknown;
  readonly descriptions: readonly string[];
  readonly isRequired: boolean;
  /** Limits for the value and for its length. */
  readonly ranges: readonly Range[];
  readonly choices: readonly DraftChoice[];
  readonly options: readonly Draft[] | undefined;
}

interface Range {
  readonly least: number | undefined;
  readonly most: number | undefined;
  /** The field that holds `least`. */
  readonly field: 'min_value' | 'min_length';
}

interface DraftChoice {
  readonly name: string | undefined;
  readonly names: readonly string[];
  readonly value: string;
}

export function toDraft(value: unknown): Draft {
  const options = listOf(fieldOf(value, 'options'))?.map(toDraft);
  return {
    type: numberOf(fieldOf(value, 'type')),
    ...named(value),
    description: fieldOf(value, 'description'),
    descriptions: textsOf(value, 'description'),
    isRequired: fieldOf(value, 'required') === true,
    ranges: [rangeOf(value, 'min_value', 'max_value'), rangeOf(value, 'min_length', 'max_length')],
    choices: (listOf(fieldOf(value, 'choices')) ?? []).map((choice) => ({
      ...named(choice),
      value: String(fieldOf(choice, 'value') ?? ''),
    })),
    options,
  };
}

const named = (value: unknown) => ({ name: textOf(fieldOf(value, 'name')), names: textsOf(value, 'name') });

const rangeOf = (value: unknown, field: Range['field'], most: string): Range => ({
  least: numberOf(fieldOf(value, field)),
  most: numberOf(fieldOf(value, most)),
  field,
});

function textsOf(value: unknown, field: 'name' | 'description'): string[] {
  const translations = Object.values(Object(fieldOf(value, `${field}_localizations`)));
  return [fieldOf(value, field), ...translations].filter((text) => typeof text === 'string');
}

const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);
const listOf = (value: unknown): unknown[] | undefined => (Array.isArray(value) ? value : undefined);
