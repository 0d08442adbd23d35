import Type, { type Static } from 'typebox';
import { compiledCheck } from '../../compiled-check.ts';
import type { Prisma } from '../../database/index.ts';
import { Refusal } from '../api/refusal.ts';
import { Nullable } from '../api/schema.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';

/** Limit of all text answers for a plan together, in characters. In any script they fit into a form of 16 KiB. */
export const MOST_TEXT = 1_000;

/** Kind of answer: a line of text, one of several options, or a checkbox. */
const FieldType = Type.Enum(['text', 'choice', 'checkbox']);

const Question = Type.String({ minLength: 1, maxLength: 200 });
const Option = Type.String({ minLength: 1, maxLength: 50 });
const MaxLength = (description?: string) =>
  Type.Integer({ minimum: 1, maximum: MOST_TEXT, ...(description && { description }) });

/** Input for a question at a plan's checkout. */
export const NewCustomField = Type.Object({
  id: Type.Optional(
    Type.String({
      pattern: '^field_[0-9A-HJKMNP-TV-Z]{26}$',
      description: 'the id of an existing question to keep (prefix field_)',
    }),
  ),
  field_type: FieldType,
  name: Question,
  required: Type.Optional(Type.Boolean({ description: 'Whether an answer is required to buy.' })),
  placeholder: Type.Optional(Type.String({ maxLength: 200, description: 'For text.' })),
  max_length: Type.Optional(
    MaxLength('For text, 100 by default. At most 1,000 for all fields of a plan together.'),
  ),
  options: Type.Optional(
    Type.Array(Option, { minItems: 2, maxItems: 25, description: 'For choice, which requires them.' }),
  ),
});
export type NewCustomField = Static<typeof NewCustomField>;

/** A question at a plan's checkout. */
export const CustomField = Type.Object({
  id: Type.String({ description: 'Prefix field_.' }),
  field_type: FieldType,
  name: Question,
  order: Type.Integer({ minimum: 0, description: 'Position in the list, from 0.' }),
  required: Type.Boolean(),
  placeholder: Nullable(Type.String()),
  max_length: Nullable(MaxLength()),
  options: Type.Array(Option),
});
export type CustomField = Static<typeof CustomField>;

/** A buyer's answer, with the question as it was then. */
const Answer = Type.Object({ id: Type.String(), question: Type.String(), answer: Type.String() });
export type Answer = Static<typeof Answer>;

const isFields = compiledCheck(Type.Array(CustomField));
const isAnswers = compiledCheck(Type.Array(Answer));

/** Validates the questions stored with a plan. */
export function toCustomFields(stored: Prisma.JsonValue): readonly CustomField[] {
  if (!isFields(stored)) throw new Error("A plan's stored questions are malformed.");
  return stored;
}

/** Validates the answers stored with a membership. */
export function toAnswers(stored: Prisma.JsonValue): readonly Answer[] {
  if (!isAnswers(stored)) throw new Error("A membership's stored answers are malformed.");
  return stored;
}

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
