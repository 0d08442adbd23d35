import { type APIMessageComponentInteractionData, ComponentType } from 'discord-api-types/v10';
import { Fault } from '../../errors.ts';
import { type AnyComponent, walk } from '../messages/check.ts';
import type { Message } from '../records.ts';
import type { Scene } from './base.ts';
import { checkCount } from './fields.ts';
import { resolve } from './resolve.ts';

/** A component that a member can use. */
type Usable = Extract<AnyComponent, { custom_id: string }>;

/** @throws Fault where the message has no such component, or it is disabled */
export function componentOf(message: Message, customId: string): Usable {
  const found = [...walk(message.components)].find(
    (each): each is Usable => 'custom_id' in each && each.custom_id === customId,
  );
  if (!found || found.disabled) throw unusable(customId);
  return found;
}

export function toPress(button: Usable): APIMessageComponentInteractionData {
  if (button.type !== ComponentType.Button) throw unusable(button.custom_id);
  return { custom_id: button.custom_id, component_type: button.type };
}

/**
 * What was chosen, with what the chosen ids stand for.
 * @throws Fault where something is chosen that is not offered
 */
export function toChoice(
  scene: Scene,
  select: Usable,
  chosen: readonly string[],
): APIMessageComponentInteractionData {
  const { custom_id, type } = select;
  const values = [...chosen];
  if (type === ComponentType.Button) throw unusable(custom_id);
  checkCount(custom_id, values, select.min_values ?? 1, select.max_values ?? 1);
  const offered = (known: object) => {
    if (!values.every((value) => Object.hasOwn(known, value))) throw unusable(custom_id);
  };
  switch (type) {
    case ComponentType.StringSelect:
      offered(Object.fromEntries(select.options.map((option) => [option.value, option])));
      return { custom_id, component_type: type, values };
    case ComponentType.UserSelect: {
      const { users, members } = resolve(scene, { users: values });
      offered(users);
      return { custom_id, component_type: type, values, resolved: { users, members } };
    }
    case ComponentType.RoleSelect: {
      const { roles } = resolve(scene, { roles: values });
      offered(roles);
      return { custom_id, component_type: type, values, resolved: { roles } };
    }
    case ComponentType.ChannelSelect: {
      const { channels } = resolve(scene, { channels: values });
      offered(channels);
      return { custom_id, component_type: type, values, resolved: { channels } };
    }
  }
}

const unusable = (customId: string): Fault =>
  new Fault(
    'SANDBOX_UNUSABLE_COMPONENT',
    `Nothing called ${customId} can be used like that in this message.`,
  );
