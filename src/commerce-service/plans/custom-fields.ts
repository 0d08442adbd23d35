import { Refusal } from '../api/refusal.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import { type CustomField, MOST_TEXT, type NewCustomField } from './custom-fields-schema.ts';

/** Default maximum length of an answer, in characters: ten such fields use up the limit for all fields together. */
const DEFAULT_LENGTH = MOST_TEXT / 10;

/** Validates a seller's questions, and assigns an id to each question without one. */
export function customFields(
  { clock }: Pick<Service, 'clock'>,
  input: readonly NewCustomField[],
): CustomField[] {
  const fields = input.map((field, order): CustomField => {
    const { field_type, id, required = false, placeholder = null, max_length = DEFAULT_LENGTH } = field;
    const at = `custom_fields.${order}`;
    requireType(field, at);
    return {
      id: id ?? newId(clock, 'customField'),
      field_type,
      name: tidy(field.name, `${at}.name`),
      order,
      required,
      placeholder,
      max_length: field_type === 'text' ? max_length : null,
      options: (field.options ?? []).map((option, n) => tidy(option, `${at}.options.${n}`)),
    };
  });
  requireDifferent(
    fields.map(({ name }) => name),
    'custom_fields must not have the same name twice.',
  );
  requireDifferent(
    fields.map(({ id }) => id),
    'custom_fields must not have the same id twice.',
  );
  for (const { order, options } of fields)
    requireDifferent(options, `custom_fields.${order}.options must not have the same option twice.`);
  const length = fields.reduce((sum, { max_length }) => sum + (max_length ?? 0), 0);
  if (length > MOST_TEXT)
    throw new Refusal(
      'invalid',
      `The max_length values of custom_fields may add up to ${MOST_TEXT} at most, not ${length}.`,
    );
  return fields;
}

/** The question type that each optional field is limited to. */
const FOR = { placeholder: 'text', max_length: 'text', options: 'choice' } as const;

function requireType(field: NewCustomField, at: string): void {
  if (field.field_type === 'choice' && !field.options)
    throw new Refusal('invalid', `${at}.options is required for the field_type choice.`);
  for (const [key, type] of Object.entries(FOR))
    if (key in field && field.field_type !== type)
      throw new Refusal('contradictory', `${at}.${key} is for the field_type ${type} only.`);
}

/** Trims and collapses whitespace, as a browser does. Refuses `__proto__`, which gets lost when used as a key. */
function tidy(text: string, at: string): string {
  const tidied = text.trim().replace(/\s+/g, ' ');
  if (tidied === '' || tidied === '__proto__' || /\p{Cc}/u.test(tidied))
    throw new Refusal('invalid', `${at} must be readable text.`);
  return tidied;
}

function requireDifferent(texts: readonly string[], message: string): void {
  if (new Set(texts).size < texts.length) throw new Refusal('invalid', message);
}
