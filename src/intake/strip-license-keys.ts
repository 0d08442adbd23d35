import type { FieldAliases } from '../commerce-client/aliases.ts';

/** The field to blank, by our name for it. */
const FIELD = 'license_key';

/**
 * Creates a function that replaces license keys in a payload with null and keeps every other byte. The inbox has no use
 * for keys, and each one gives access to its membership. Works on the text, because parsing would change large numbers.
 */
export function createStripLicenseKeys(aliases: FieldAliases): (json: string) => string {
  const names = [FIELD, aliases.get(FIELD) ?? FIELD].map(asPattern);
  // A quote inside a JSON string is escaped, so a quoted name before a colon is always a field.
  const field = new RegExp(`(${names.join('|')})(\\s*:\\s*)"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"`, 'g');
  return (json) => json.replace(field, '$1$2null');
}

const asPattern = (name: string): string => JSON.stringify(name).replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
