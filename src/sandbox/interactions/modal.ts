import { ComponentType, TextInputStyle } from 'discord-api-types/v10';
import Type, { type Static } from 'typebox';
import { ChannelSelect, RoleSelect, StringSelect, TextDisplay, UserSelect } from '../messages/components.ts';
import { selectErrors } from '../messages/selects.ts';
import { type FormErrors, fieldError, refusals } from '../rest/api-error.ts';
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

const Field = Type.Union([TextInput, StringSelect, UserSelect, RoleSelect, ChannelSelect]);
export type Field = Static<typeof Field>;

/** A form that the bot shows. */
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
 * Refuses what the platform refuses in a form, beyond what the schema says: an id names one field only
 * (https://docs.discord.com/developers/components/reference#anatomy-of-a-component).
 * @throws ApiError 50035
 */
export function checkModal({ components }: Modal): void {
  const ids = components.flatMap((part) => fieldsOf(part).map(({ custom_id }) => custom_id));
  const errors: FormErrors[] = selectErrors(components, ['data', 'components']);
  if (new Set(ids).size < ids.length)
    errors.push(
      fieldError(
        ['data', 'components'],
        'COMPONENT_CUSTOM_ID_DUPLICATED',
        'Component custom id cannot be duplicated',
      ),
    );
  if (errors.length > 0) throw refusals.invalidForm(mergeErrors(errors));
}

function fieldsOf(part: Modal['components'][number]): readonly Field[] {
  if (part.type === ComponentType.TextDisplay) return [];
  return part.type === ComponentType.Label ? [part.component] : part.components;
}
