import { type APIMessageComponentInteractionData, ComponentType } from 'discord-api-types/v10';
import { Fault } from '../../errors.ts';
import { type AnyComponent, walk } from '../messages/check.ts';
import type { Message } from '../records.ts';
import type { Scene } from './base.ts';
import { checkCount, pick } from './pick.ts';

/** A component with a custom id, which members can use. */
type Usable = Extract<AnyComponent, { custom_id: string }>;

/** Returns a component by its custom id. @throws Fault if the message has no such component, or if it is disabled */
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
 * Returns the data of a menu's interaction, with the entities that the chosen ids refer to.
 * @throws Fault if a chosen value isn't offered
 */
export function toChoice(
  scene: Scene,
  select: Usable,
  chosen: readonly string[],
): APIMessageComponentInteractionData {
  const { custom_id } = select;
  if (select.type === ComponentType.Button) throw unusable(custom_id);
  const values = [...chosen];
  checkCount(custom_id, values, select.min_values ?? 1, select.max_values ?? 1);
  const { users, members, roles, channels } = pick(scene, select, values);
  switch (select.type) {
    case ComponentType.StringSelect:
      return { custom_id, component_type: select.type, values };
    case ComponentType.UserSelect:
      return { custom_id, component_type: select.type, values, resolved: { users, members } };
    case ComponentType.RoleSelect:
      return { custom_id, component_type: select.type, values, resolved: { roles } };
    case ComponentType.MentionableSelect:
      return { custom_id, component_type: select.type, values, resolved: { users, members, roles } };
    case ComponentType.ChannelSelect:
      return { custom_id, component_type: select.type, values, resolved: { channels } };
  }
}

const unusable = (customId: string): Fault =>
  new Fault(
    'SANDBOX_UNUSABLE_COMPONENT',
    `Nothing called ${customId} can be used like that in this message.`,
  );
