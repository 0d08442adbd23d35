/** @import { APISelectMenuComponent } from 'discord-api-types/v10' */
/** @import { Choice } from '../types.ts' */
import { view } from '../store.js';

/** Kinds of things that select menus (5–8) and command options (6–9) choose from. */
export const MENUS = Object.freeze({ 5: 'user', 6: 'role', 7: 'mentionable', 8: 'channel' });
export const OPTIONS = Object.freeze({ 6: 'user', 7: 'channel', 8: 'role', 9: 'mentionable' });

/** Returns the choices of a select menu. @param {APISelectMenuComponent} menu @returns {Choice[]} */
export function choicesOf(menu) {
  if (menu.type === 3)
    return menu.options.map(({ label, value, description, emoji, default: isDefault = false }) => ({
      value,
      name: emoji?.name && !emoji.id ? `${emoji.name} ${label}` : label,
      description,
      isDefault,
    }));
  const chosen = new Set(menu.default_values?.map(({ id }) => id));
  return entities(MENUS[menu.type]).map((choice) => ({ ...choice, isDefault: chosen.has(choice.value) }));
}

/** Returns the members, roles or channels that can be chosen. @param {string} kind @returns {Choice[]} */
export function entities(kind) {
  const { members, roles, channels } = view();
  const people = members.map(({ id, name, username }) => ({ value: id, name, description: `@${username}` }));
  const ranks = roles.map(({ id, name }) => ({ value: id, name: `@${name}` }));
  switch (kind) {
    case 'user':
      return people;
    case 'role':
      return ranks;
    case 'mentionable':
      return [...people, ...ranks];
    default:
      return channels.map(({ id, name }) => ({ value: id, name: `#${name}` }));
  }
}
