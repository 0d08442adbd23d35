/** Maps our field names to the names that the service uses. */
export type FieldAliases = ReadonlyMap<string, string>;

/** Copies an object with our name added for each aliased field. Returns anything that isn't an object unchanged. */
export function withOurNames(aliases: FieldAliases, value: unknown): unknown {
  if (aliases.size === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const theirs = new Map(Object.entries(value));
  const renamed = [...aliases].filter(([, their]) => theirs.has(their));
  return { ...value, ...Object.fromEntries(renamed.map(([our, their]) => [our, theirs.get(their)])) };
}

/** Copies the fields of a request, with the service's names in place of ours. */
export const withTheirNames = <Value>(
  aliases: FieldAliases,
  fields: Readonly<Record<string, Value>>,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [aliases.get(name) ?? name, value]));
