/** Our names of fields, with those that the service has for them. */
export type FieldAliases = ReadonlyMap<string, string>;

/** With the service's fields under our names, a copy where any is renamed; anything but an object is left as it is. */
export function withOurNames(aliases: FieldAliases, value: unknown): unknown {
  if (aliases.size === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const theirs = new Map(Object.entries(value));
  const renamed = [...aliases].filter(([, their]) => theirs.has(their));
  return { ...value, ...Object.fromEntries(renamed.map(([our, their]) => [our, theirs.get(their)])) };
}

/** The other way: a copy for the service, with its names in place of ours. */
export const withTheirNames = <Value>(
  aliases: FieldAliases,
  fields: Readonly<Record<string, Value>>,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [aliases.get(name) ?? name, value]));
