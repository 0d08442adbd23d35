import type { FieldAliases } from '../commerce-client/aliases.ts';

/** The field that is not kept, as we call it. */
const FIELD = 'license_key';

/**
 * Makes what takes the license keys out of a payload, and leaves every other byte of it: whoever reads the inbox
 * needs none, and each opens a membership. It works on the text, as large numbers would not come through a parser.
 */
export function createStripKeys(aliases: FieldAliases): (json: string) => string {
  const names = [FIELD, aliases.get(FIELD) ?? FIELD].map(asPattern);
  // Within a JSON string a quote is escaped, so a name in quotes before a colon is a field's.
  const field = new RegExp(`(${names.join('|')})(\\s*:\\s*)"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"`, 'g');
  return (json) => json.replace(field, '$1$2null');
}

const asPattern = (name: string): string => JSON.stringify(name).replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
