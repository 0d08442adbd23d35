import type { PGlite } from '@electric-sql/pglite';
import type { Transaction } from '@prisma/driver-adapter-utils';
import { Fault } from '../errors.ts';

/** A transaction on the server. */
export type Target = Transaction;

/** A table with its columns; names are quoted for SQL. */
export interface Table {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** The queue's tables worth moving, in the order of their references; its other tables hold only its own statistics. */
const QUEUE_TABLES = ['queue', 'schedule', 'subscription', 'job', 'job_dependency'].map(
  (name) => `pgboss.${name}`,
);

/** Tables that migrations, and the queue at its start, fill in an empty database. */
const WRITTEN_BY_ITSELF = ['pgboss.queue', 'pgboss.schedule', 'pgboss.subscription', 'audit.head'];

const COLUMNS = `
  SELECT format('%I.%I', nspname, relname), quote_ident(attname), format_type(atttypid, atttypmod)
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE nspname IN ('audit', 'commerce', 'community', 'pgboss') AND relkind IN ('r', 'p') AND NOT relispartition
    AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  ORDER BY 1, attname`;

/** All schema versions: the names of migrations, and the number of the queue's own schema. */
const VERSIONS = `
  SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL
  UNION ALL SELECT version::text FROM pgboss.version ORDER BY 1`;

type Ask = (sql: string) => Promise<readonly (readonly unknown[])[]>;

/**
 * Locks the target's tables until its transaction ends. Checks that they are empty and match the source's schema.
 * @returns the tables to copy
 * @throws Fault `TARGET_NOT_EMPTY` or `SCHEMAS_DIFFER`
 */
export async function lockEmpty(source: PGlite, target: Target): Promise<readonly Table[]> {
  const here: Ask = async (sql) => (await source.query<unknown[]>(sql, [], { rowMode: 'array' })).rows;
  const there: Ask = async (sql) => (await target.queryRaw({ sql, args: [], argTypes: [] })).rows;
  const execute = (sql: string) => target.executeRaw({ sql, args: [], argTypes: [] });
  const tables = await readTables(here);
  await requireSame(here, there, tables);
  await execute(`LOCK TABLE ${tables.map(({ name }) => name).join()} IN ACCESS EXCLUSIVE MODE`);
  for (const { name } of tables) {
    if (WRITTEN_BY_ITSELF.includes(name)) continue;
    const [row] = await there(`SELECT EXISTS (SELECT FROM ${name})`);
    if (row?.[0] === true) throw notEmpty(name);
  }
  for (const name of WRITTEN_BY_ITSELF.toReversed()) await execute(`DELETE FROM ${name}`);
  return tables;
}

async function readTables(ask: Ask): Promise<readonly Table[]> {
  const columns = new Map<string, { name: string; type: string }[]>();
  for (const [table, name, type] of await ask(COLUMNS)) {
    const known = columns.get(String(table)) ?? [];
    columns.set(String(table), [...known, { name: String(name), type: String(type) }]);
  }
  const ours = [...columns.keys()].filter((name) => !name.startsWith('pgboss.'));
  return [...ours, ...QUEUE_TABLES].map((name) => ({ name, columns: columns.get(name) ?? [] }));
}

async function requireSame(here: Ask, there: Ask, tables: readonly Table[]): Promise<void> {
  const versions = JSON.stringify(await here(VERSIONS)) === JSON.stringify(await there(VERSIONS));
  if (versions && JSON.stringify(tables) === JSON.stringify(await readTables(there))) return;
  throw new Fault(
    'SCHEMAS_DIFFER',
    'The embedded database was last used by another version of Rolekeeper. Start this version on it once, stop it, and then move.',
  );
}

const notEmpty = (table: string) =>
  new Fault(
    'TARGET_NOT_EMPTY',
    `The database at DATABASE_URL is already in use: ${table} has rows. Move to an empty database.`,
  );
