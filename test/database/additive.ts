/** Statements that break a process of the previous version, each with the reason. */
const BREAKS: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/\bDROP (TABLE|COLUMN|TYPE|SCHEMA|SEQUENCE)\b/i, 'takes away what the version before still uses'],
  [/\bRENAME\b/i, 'takes away a name that the version before still uses: add the new one beside it'],
  [/\bSET NOT NULL\b/i, 'refuses rows that the version before still writes'],
  [/\bADD COLUMN[^,;]*\bNOT NULL\b(?![^,;]*\bDEFAULT\b)/i, 'adds a required column without a default'],
  [/\bALTER COLUMN[^,;]*\bTYPE\b/i, 'changes the type of a column that the version before still uses'],
  [/\bALTER TYPE[^;]*\bADD VALUE\b/i, 'adds a value that the version before can’t read'],
  [/\bDROP CONSTRAINT[^,;]*_pkey\b/i, 'takes away the key by which the version before writes'],
  [/\bDROP DEFAULT\b/i, 'takes away a default that the version before relies on'],
  [/\bADD CONSTRAINT[^,;]*\b(UNIQUE|CHECK|FOREIGN KEY)\b/i, 'refuses rows that the version before may write'],
  [/\bCREATE UNIQUE INDEX\b/i, 'refuses rows that the version before may write'],
];

/** Finds tables that the migration itself creates. The previous version doesn't use them, so any statement is fine. */
const CREATED = /CREATE TABLE "(\w+)"\."(\w+)"/g;

/**
 * Lists why a process of the previous version couldn't continue after this migration.
 * @returns a line for each breaking statement; empty if the migration only adds
 */
export function breaksOlder(sql: string): readonly string[] {
  const code = sql.replaceAll(/--.*$/gm, '');
  const own = [...code.matchAll(CREATED)].map(([, schema, table]) => `"${schema}"."${table}"`);
  return code
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
    .filter(
      (statement) =>
        !own.some((table) => statement.includes(`TABLE ${table}`) || statement.includes(`ON ${table}`)),
    )
    .flatMap((statement) =>
      BREAKS.filter(([pattern]) => pattern.test(statement)).map(
        ([, why]) => `${statement.slice(0, 80)}… ${why}`,
      ),
    );
}
