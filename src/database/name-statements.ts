import { createHash } from 'node:crypto';

/** Limits: `named` bounds the memory that prepared statements take in every connection, `remembered` that of this process. */
const LIMITS = { named: 500, remembered: 2_000 };

/**
 * Creates a function that names each statement that is sent again, so that the driver prepares it: PostgreSQL then parses
 * it once per connection instead of each time. Statements sent only once, such as those with a list of changing length,
 * stay unnamed. Equal statements have equal names, whoever names them.
 * @returns a function from a statement to its name, or to an empty string
 */
export function nameStatements({ named, remembered } = LIMITS): (sql: string) => string {
  const names = new Map<string, string>();
  let left = named;
  return (sql) => {
    const known = names.get(sql);
    if (known !== '') {
      if (known === undefined && names.size < remembered) names.set(sql, '');
      return known ?? '';
    }
    if (left === 0) return '';
    left -= 1;
    const name = createHash('sha256').update(sql).digest('base64url');
    names.set(sql, name);
    return name;
  };
}
