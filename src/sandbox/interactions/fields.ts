import {
  type APIModalSubmissionComponent,
  type APIModalSubmitTextInputComponent,
  ComponentType,
} from 'discord-api-types/v10';
import { Fault } from '../../errors.ts';
import type { Scene } from './base.ts';
import type { Field, Modal } from './modal.ts';
import { checkCount, pick } from './pick.ts';
import { type Resolved, withoutEmpty } from './resolve.ts';

/** A member's input by custom id: a text, or the chosen values. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

type TextInput = Extract<Field, { type: ComponentType.TextInput }>;
type Menu = Exclude<Field, TextInput>;

/**
 * Returns a filled-in form in the platform's format, with the entities that the chosen ids refer to.
 * @throws Fault if the input doesn't fit a field
 */
export function fillInModal(scene: Scene, modal: Modal, fields: Fields) {
  const menus = modal.components.flatMap((part) =>
    part.type === ComponentType.Label && part.component.type !== ComponentType.TextInput
      ? [part.component]
      : [],
  );
  const found = menus.map((menu) => pick(scene, menu, chosenIn(menu, fields)));
  return {
    components: modal.components.map((part) => fillInPart(part, fields)),
    ...withoutEmpty(together(found)),
  };
}

function fillInPart(part: Modal['components'][number], fields: Fields): APIModalSubmissionComponent {
  const { id = 0 } = part;
  switch (part.type) {
    case ComponentType.TextDisplay:
      return { id, type: part.type };
    case ComponentType.Label: {
      const field = part.component;
      if (field.type === ComponentType.TextInput)
        return { id, type: part.type, component: toText(field, fields) };
      const component = { ...named(field), type: field.type, values: chosenIn(field, fields) };
      return { id, type: part.type, component };
    }
    case ComponentType.ActionRow:
      return { id, type: part.type, components: part.components.map((input) => toText(input, fields)) };
  }
}

const named = ({ id = 0, custom_id }: Field) => ({ id, custom_id });

function chosenIn(menu: Menu, fields: Fields): string[] {
  const { custom_id, required = true, min_values = 1, max_values = 1 } = menu;
  const value = fields[custom_id] ?? [];
  const values = typeof value === 'string' ? [value] : [...value];
  checkCount(custom_id, values, required || values.length > 0 ? min_values : 0, max_values);
  return values;
}

function toText(input: TextInput, fields: Fields): APIModalSubmitTextInputComponent {
  const { custom_id, type, required = true, min_length = 0, max_length = 4000 } = input;
  const value = String(fields[custom_id] ?? input.value ?? '');
  const least = Math.max(min_length, required ? 1 : 0);
  const isEmpty = value === '' && !required;
  if (!isEmpty && (value.length < least || value.length > max_length))
    throw new Fault('SANDBOX_CANT_BE_FILLED_IN', `${custom_id} takes ${least} to ${max_length} characters.`);
  return { ...named(input), type, value };
}

const together = (found: readonly Resolved[]): Resolved => ({
  users: Object.assign({}, ...found.map(({ users }) => users)),
  members: Object.assign({}, ...found.map(({ members }) => members)),
  roles: Object.assign({}, ...found.map(({ roles }) => roles)),
  channels: Object.assign({}, ...found.map(({ channels }) => channels)),
});
