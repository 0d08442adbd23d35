import { ComponentType, TextInputStyle } from 'discord-api-types/v10';
import Type, { type Static } from 'typebox';
import { partErrors } from '../messages/check-parts.ts';
import {
  ChannelSelect,
  MentionableSelect,
  RoleSelect,
  StringSelect,
  TextDisplay,
  UserSelect,
} from '../messages/components.ts';
import { number } from '../messages/parts.ts';
import { type FormErrors, fieldError, type Path, refusals } from '../rest/api-error.ts';
import { mergeErrors } from '../rest/form-errors.ts';

// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-modal

const id = Type.Optional(Type.Integer({ minimum: 0 }));
const TextInput = Type.Object({
  type: Type.Literal(ComponentType.TextInput),
  id,
  custom_id: Type.String({ minLength: 1, maxLength: 100 }),
  style: Type.Union([Type.Literal(TextInputStyle.Short), Type.Literal(TextInputStyle.Paragraph)]),
  label: Type.Optional(Type.String({ maxLength: 45 })),
  min_length: Type.Optional(Type.Integer({ minimum: 0, maximum: 4000 })),
  max_length: Type.Optional(Type.Integer({ minimum: 1, maximum: 4000 })),
  required: Type.Optional(Type.Boolean()),
  value: Type.Optional(Type.String({ maxLength: 4000 })),
  placeholder: Type.Optional(Type.String({ maxLength: 100 })),
});

const Field = Type.Union([TextInput, StringSelect, UserSelect, RoleSelect, MentionableSelect, ChannelSelect]);
export type Field = Static<typeof Field>;
type Menu = Exclude<Field, { type: ComponentType.TextInput }>;

export const Modal = Type.Object({
  custom_id: Type.String({ minLength: 1, maxLength: 100 }),
  title: Type.String({ minLength: 1, maxLength: 45 }),
  components: Type.Array(
    Type.Union([
      Type.Object({
        type: Type.Literal(ComponentType.ActionRow),
        id,
        components: Type.Array(TextInput, { minItems: 1, maxItems: 1 }),
      }),
      Type.Object({
        type: Type.Literal(ComponentType.Label),
        id,
        label: Type.String({ minLength: 1, maxLength: 45 }),
        description: Type.Optional(Type.String({ maxLength: 100 })),
        component: Field,
      }),
      TextDisplay,
    ]),
    { minItems: 1, maxItems: 5 },
  ),
});
export type Modal = Static<typeof Modal>;

/**
 * Checks a form and numbers its components, as the platform does.
 * @throws ApiError 50035 for a form that the platform refuses, beyond the schema
 */
export function toModal(modal: Modal): Modal {
  const path = ['data', 'components'];
  const numbered = { ...modal, components: number(modal.components) };
  const fields = numbered.components.flatMap((part, index) => fieldsOf(part, [...path, index]));
  const errors = [
    ...partErrors(numbered.components, path),
    ...fields.flatMap(({ field, at }) =>
      field.type === ComponentType.TextInput ? textErrors(field, at) : menuErrors(field, at),
    ),
  ];
  if (errors.length > 0) throw refusals.invalidForm(mergeErrors(errors));
  return numbered;
}

/** https://docs.discord.com/developers/components/reference#text-input */
function textErrors({ min_length = 0, max_length = 4000, value }: Static<typeof TextInput>, path: Path) {
  const isFitting = !value || (value.length >= min_length && value.length <= max_length);
  return [
    ...(min_length > max_length
      ? [
          fieldError(
            [...path, 'min_length'],
            'NUMBER_TYPE_MAX',
            `int value should be less than or equal to ${max_length}.`,
          ),
        ]
      : []),
    ...(isFitting
      ? []
      : [
          fieldError(
            [...path, 'value'],
            'BASE_TYPE_BAD_LENGTH',
            `Must be between ${min_length} and ${max_length} in length.`,
          ),
        ]),
  ];
}

/**
 * Refuses disabled menus, and required menus that accept no choice. The rules are documented
 * (https://docs.discord.com/developers/components/reference#string-select); their error codes aren't.
 */
function menuErrors({ required = true, disabled, min_values }: Menu, path: Path): FormErrors[] {
  return [
    ...(disabled
      ? [fieldError([...path, 'disabled'], 'BASE_TYPE_INVALID', 'Components in modals cannot be disabled.')]
      : []),
    ...(required && min_values === 0
      ? [
          fieldError(
            [...path, 'min_values'],
            'NUMBER_TYPE_MIN',
            'int value should be greater than or equal to 1.',
          ),
        ]
      : []),
  ];
}

function fieldsOf(part: Modal['components'][number], path: Path): { field: Field; at: Path }[] {
  switch (part.type) {
    case ComponentType.TextDisplay:
      return [];
    case ComponentType.Label:
      return [{ field: part.component, at: [...path, 'component'] }];
    case ComponentType.ActionRow:
      return part.components.map((field, index) => ({ field, at: [...path, 'components', index] }));
  }
}
