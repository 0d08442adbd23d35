import { newId } from './ids.ts';
import { Refusal } from './refusal.ts';
import type { CustomField, NewCustomField } from './resources/custom-fields.ts';
import type { Service } from './service.ts';

/** How long a text may be where the seller doesn't say, in characters. */
const DEFAULT_LENGTH = 500;

/**
 * The questions that a seller's wishes come down to, with an id each.
 * @throws Refusal when one contradicts itself, or two are the same
 */
export function customFields(
  { clock }: Pick<Service, 'clock'>,
  wished: readonly NewCustomField[],
): CustomField[] {
  for (const key of ['name', 'id'] as const) {
    const known = wished.map((field) => field[key]).filter((value) => value !== undefined);
    if (new Set(known).size < known.length)
      throw new Refusal('invalid', `custom_fields must not have the same ${key} twice.`);
  }
  return wished.map((field, order) => {
    const { field_type, options } = field;
    if (field_type === 'choice' && !options)
      throw new Refusal('invalid', `custom_fields.${order}.options is required: a choice is between them.`);
    if (options && new Set(options).size < options.length)
      throw new Refusal('invalid', `custom_fields.${order}.options must not have the same option twice.`);
    return {
      id: field.id ?? newId(clock, 'customField'),
      ...{ field_type, name: field.name, order, required: field.required ?? false },
      placeholder: field.placeholder ?? null,
      max_length: field_type === 'text' ? (field.max_length ?? DEFAULT_LENGTH) : null,
      options: field_type === 'choice' ? (options ?? []) : [],
    };
  });
}
