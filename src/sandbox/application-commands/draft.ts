/**
 * What somebody sends as a command or as an option of one, as far as it can be read. What has another shape is left
 * out here and told of by the schema, so that all that is wrong is told at once.
 */
export interface Draft {
  readonly type: number | undefined;
  readonly name: string | undefined;
  /** The name and its translations. */
  readonly names: readonly string[];
  /** As it came, whatever it is. */
  readonly description: unknown;
  readonly descriptions: readonly string[];
  readonly isRequired: boolean;
  /** From the least to the most that may be typed, for values and for lengths. */
  readonly ranges: readonly Range[];
  readonly choices: readonly DraftChoice[];
  /** Undefined where there is no list of them. */
  readonly options: readonly Draft[] | undefined;
}

interface Range {
  readonly least: number | undefined;
  readonly most: number | undefined;
  /** The field that holds the least. */
  readonly field: 'min_value' | 'min_length';
}

interface DraftChoice {
  readonly name: string | undefined;
  readonly names: readonly string[];
  readonly value: string;
}

/** Reads a command or an option. */
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

/** A text and its translations. */
function textsOf(value: unknown, field: 'name' | 'description'): string[] {
  const translations = Object.values(Object(fieldOf(value, `${field}_localizations`)));
  return [fieldOf(value, field), ...translations].filter((text) => typeof text === 'string');
}

const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);
const listOf = (value: unknown): unknown[] | undefined => (Array.isArray(value) ? value : undefined);
