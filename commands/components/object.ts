/**
 * Parses an object typed into an option: JSON, or `name=value, name=value`.
 * @returns undefined if it is neither
 */
export function readObject(typed: string): Readonly<Record<string, unknown>> | undefined {
  if (typed.trim().startsWith('{')) return readJson(typed);
  const pairs = typed.split(',').map((pair) => pair.split('='));
  const isRead = pairs.every(([name, ...value]) => name?.trim() && value.length > 0);
  if (!isRead) return undefined;
  return Object.fromEntries(pairs.map(([name = '', ...value]) => [name.trim(), value.join('=').trim()]));
}

function readJson(typed: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(typed);
    return typeof read === 'object' && read !== null ? { ...read } : undefined;
  } catch {
    return undefined;
  }
}
