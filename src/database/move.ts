import type { PGlite, Transaction as PGliteTransaction } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import { lockEmpty, type Table, type Target } from './move-tables.ts';

/** Rows held in memory at a time; a large one, a stored webhook, has at most 1 MB. */
const BATCH = 100;

export interface Moved {
  readonly table: string;
  readonly rows: number;
}

/**
 * Copies all rows and sequences, of data and jobs, to a server with the same schema and no rows. Everything happens in
 * one transaction of the server, so an interruption leaves it unchanged. The source is only read.
 * @param source locked by this process
 * @throws Fault `TARGET_NOT_EMPTY` or `SCHEMAS_DIFFER`
 */
export async function moveRows(source: PGlite, url: string, onTable: (moved: Moved) => void): Promise<void> {
  const connection = await new PrismaPg({ connectionString: url, max: 1 }).connect();
  try {
    const target = await connection.startTransaction();
    const finish = (how: 'COMMIT' | 'ROLLBACK') => target.executeRaw({ sql: how, args: [], argTypes: [] });
    try {
      await withoutTriggers(target, async () => {
        const tables = await lockEmpty(source, target);
        await withoutForeignKeys(target, () =>
          source.transaction(async (reader) => {
            for (const table of tables)
              onTable({ table: table.name, rows: await copy(reader, target, table) });
            await copySequences(reader, target);
          }),
        );
      });
      await finish('COMMIT');
      await target.commit();
    } catch (error) {
      await finish('ROLLBACK').catch(() => undefined);
      await target.rollback();
      throw error;
    }
  } finally {
    await connection.dispose();
  }
}

/** Copies a table. Values are transferred in PostgreSQL's text format, which is lossless for every type. */
async function copy(reader: PGliteTransaction, target: Target, { name, columns }: Table): Promise<number> {
  const texts = columns.map((column) => `${column.name}::text`).join();
  const values = columns.map(({ type }, n) => `(r->>${n})::${type}`).join();
  const names = columns.map((column) => column.name).join();
  const insert = `INSERT INTO ${name} (${names}) OVERRIDING SYSTEM VALUE
    SELECT ${values} FROM json_array_elements($1::text::json) AS r`;
  await reader.exec(`DECLARE moving NO SCROLL CURSOR FOR SELECT ${texts} FROM ${name}`);
  let count = 0;
  for (;;) {
    const { rows } = await reader.query(`FETCH ${BATCH} FROM moving`, [], { rowMode: 'array' });
    if (rows.length === 0) break;
    await target.executeRaw({
      sql: insert,
      args: [JSON.stringify(rows)],
      argTypes: [{ scalarType: 'string', arity: 'scalar' }],
    });
    count += rows.length;
  }
  await reader.exec('CLOSE moving');
  return count;
}

const TRIGGERS = `SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
  WHERE NOT tgisinternal AND relnamespace::regnamespace::text IN ('audit', 'commerce', 'community')`;

/**
 * Runs the work with triggers disabled: audit log entries arrive with their numbers and hashes, and rows already passed
 * on to the audit log must not be appended again.
 */
async function withoutTriggers(target: Target, work: () => Promise<void>): Promise<void> {
  const { rows } = await target.queryRaw({ sql: TRIGGERS, args: [], argTypes: [] });
  const alter = async (how: 'ENABLE' | 'DISABLE') => {
    for (const [table] of rows)
      await target.executeRaw({ sql: `ALTER TABLE ${table} ${how} TRIGGER USER`, args: [], argTypes: [] });
  };
  await alter('DISABLE');
  await work();
  await alter('ENABLE');
}

const FOREIGN_KEYS = `SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid)
  FROM pg_constraint WHERE contype = 'f' AND connamespace::regnamespace::text IN ('audit', 'commerce', 'community')`;

/** Runs the work without foreign keys, as no order of the tables suits them. Adding them back checks all rows. */
async function withoutForeignKeys(target: Target, work: () => Promise<void>): Promise<void> {
  const { rows } = await target.queryRaw({ sql: FOREIGN_KEYS, args: [], argTypes: [] });
  const alter = async (change: (key: { table: string; name: string; definition: string }) => string) => {
    for (const [table, name, definition] of rows) {
      const sql = change({ table: String(table), name: String(name), definition: String(definition) });
      await target.executeRaw({ sql, args: [], argTypes: [] });
    }
  };
  await alter(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  await work();
  await alter(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
}

async function copySequences(reader: PGliteTransaction, target: Target): Promise<void> {
  const { rows } = await reader.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences
     WHERE schemaname IN ('commerce', 'community')`,
  );
  for (const { name } of rows) {
    const state = await reader.query<{ at: string; called: boolean }>(
      `SELECT last_value::text AS at, is_called AS called FROM ${name}`,
    );
    for (const { at, called } of state.rows) {
      const sql = `SELECT setval('${name}', ${at}, ${called})`;
      await target.queryRaw({ sql, args: [], argTypes: [] });
    }
  }
}
