const SELECT = { 3: 'text', 5: 'user', 6: 'role', 7: 'mentionable', 8: 'channel' };

/** Returns the choices of a select menu. */
export function choicesOf({ type, options = [], default_values: presets = [] }, view) {
  if (SELECT[type] === 'text')
    return options.map(({ label, value, description, emoji, default: isDefault = false }) => ({
      value,
      name: emoji?.name && !emoji.id ? `${emoji.name} ${label}` : label,
      description,
      isDefault,
    }));
  const chosen = new Set(presets.map(({ id }) => id));
  return entities(SELECT[type], view).map((choice) => ({ ...choice, isDefault: chosen.has(choice.value) }));
}

/** Returns the members, roles or channels that can be chosen. */
export function entities(kind, { members, roles, channels }) {
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
