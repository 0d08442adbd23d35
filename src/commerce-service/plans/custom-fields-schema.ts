import Type, { type Static } from 'typebox';
import { compiledCheck } from '../../compiled-check.ts';
import type { Prisma } from '../../database/index.ts';
import { Nullable } from '../api/common-schema.ts';

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
