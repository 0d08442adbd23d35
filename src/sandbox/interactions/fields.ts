import {
  type APIModalSubmissionComponent,
  ComponentType,
  type ModalSubmitComponent,
} from 'discord-api-types/v10';
import { Fault } from '../../errors.ts';
import type { Field, Modal } from './modal.ts';

/** What a member fills into a form, by the custom ids of its fields: a text, or what is chosen. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

/** A filled-in form as the bot gets it. */
export const fillInModal = (modal: Modal, fields: Fields): APIModalSubmissionComponent[] =>
  modal.components.map((component) => fillInPart(component, fields));

function fillInPart(part: Modal['components'][number], fields: Fields): APIModalSubmissionComponent {
  switch (part.type) {
    case ComponentType.TextDisplay:
      return { type: part.type };
    case ComponentType.Label:
      return { type: part.type, component: fillInField(part.component, fields) };
    case ComponentType.ActionRow:
      return { type: part.type, components: part.components.map((input) => toText(input, fields)) };
  }
}

function fillInField(field: Field, fields: Fields): ModalSubmitComponent {
  if (field.type === ComponentType.TextInput) return toText(field, fields);
  const value = fields[field.custom_id] ?? [];
  const values = typeof value === 'string' ? [value] : [...value];
  const least = field.required === false ? 0 : (field.min_values ?? 1);
  checkCount(field.custom_id, values, least, field.max_values ?? 1);
  return { type: field.type, custom_id: field.custom_id, values };
}

function toText(input: Extract<Field, { type: ComponentType.TextInput }>, fields: Fields) {
  const { custom_id, type, required = true, min_length = 0, max_length = 4000 } = input;
  const value = String(fields[custom_id] ?? input.value ?? '');
  const least = Math.max(min_length, required ? 1 : 0);
  const isEmpty = value === '' && !required;
  if (!isEmpty && (value.length < least || value.length > max_length))
    throw new Fault('SANDBOX_CANT_BE_FILLED_IN', `${custom_id} takes ${least} to ${max_length} characters.`);
  return { type, custom_id, value };
}

/** @throws Fault when more or fewer are chosen than may be */
export function checkCount(name: string, values: readonly string[], least: number, most: number): void {
  if (values.length < least || values.length > most)
    throw new Fault('SANDBOX_CANT_BE_FILLED_IN', `${name} takes ${least} to ${most} choices.`);
}
