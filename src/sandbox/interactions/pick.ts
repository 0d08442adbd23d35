import { ChannelType, ComponentType } from 'discord-api-types/v10';
import type { Static } from 'typebox';
import { Fault } from '../../errors.ts';
import type {
  ChannelSelect,
  MentionableSelect,
  RoleSelect,
  StringSelect,
  UserSelect,
} from '../messages/components.ts';
import type { Scene } from './base.ts';
import { type Named, type Resolved, resolve } from './resolve.ts';

type Menu = Static<
  | typeof StringSelect
  | typeof UserSelect
  | typeof RoleSelect
  | typeof MentionableSelect
  | typeof ChannelSelect
>;

/**
 * Returns the entities that the chosen ids refer to.
 * @throws Fault if a chosen value isn't offered
 */
export function pick(scene: Scene, menu: Menu, values: readonly string[]): Resolved {
  const resolved = resolve(scene, idsIn(menu, values));
  const offered = new Set(
    menu.type === ComponentType.StringSelect
      ? menu.options.map(({ value }) => value)
      : [resolved.users, resolved.roles, resolved.channels].flatMap((each) => Object.keys(each)),
  );
  if (values.every((value) => offered.has(value))) return resolved;
  throw new Fault('SANDBOX_CANT_BE_FILLED_IN', `${menu.custom_id} doesn’t offer that.`);
}

/** Checks the number of choices. @throws Fault for more or fewer than allowed */
export function checkCount(name: string, values: readonly string[], least: number, most: number): void {
  if (values.length < least || values.length > most)
    throw new Fault('SANDBOX_CANT_BE_FILLED_IN', `${name} takes ${least} to ${most} choices.`);
}

function idsIn(menu: Menu, values: readonly string[]): Named {
  switch (menu.type) {
    case ComponentType.StringSelect:
      return {};
    case ComponentType.UserSelect:
      return { users: values };
    case ComponentType.RoleSelect:
      return { roles: values };
    case ComponentType.MentionableSelect:
      return { users: values, roles: values };
    case ComponentType.ChannelSelect: {
      const { channel_types: types = [] } = menu;
      // Every channel of the sandbox is a text channel.
      return types.length === 0 || types.includes(ChannelType.GuildText) ? { channels: values } : {};
    }
  }
}
