import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import { Fault } from '../errors.ts';
import type { PrismaClient } from './client/client.ts';
import { isFull } from './unreachable.ts';

const ROOT = join(import.meta.dirname, '../..');
const MIGRATIONS = join(ROOT, 'prisma/migrations');
const SCHEMAS = join(ROOT, 'prisma/schema');

/** A diff includes all tables. */
const EVERYTHING = { externalTables: [], externalEnums: [] };

/** Runs a migration while no other process migrates the same database. */
export type MigrationTurn = <T>(migrate: () => Promise<T>) => Promise<T>;

/**
 * Migrates the database to the newest schema with Prisma's own engine, like `prisma migrate deploy`, and with the same
 * `_prisma_migrations` table. Idempotent.
 * @param inTurn waits for other processes; not needed for an embedded database, which has only one
 * @returns the names of the migrations applied now
 * @throws Fault `MIGRATION_FAILED`, `DATABASE_UNRELEASED` or `DISK_FULL`
 */
export async function migrate(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  inTurn: MigrationTurn = (work) => work(),
): Promise<readonly string[]> {
  const migrationsList = readMigrations();
  const isDone = () => isUpToDate(adapter, migrationsList.migrationDirectories);
  if (await isDone()) return [];
  return orFault(() =>
    inTurn(async () => {
      // Another process may have migrated while this one waited.
      if (await isDone()) return [];
      return withEngine(adapter, async (engine) => {
        const { appliedMigrationNames } = await engine.applyMigrations({
          migrationsList,
          filters: EVERYTHING,
        });
        return appliedMigrationNames;
      });
    }),
  );
}

/** Counts the migrations that this version has and the database hasn't applied. */
export async function countPendingMigrations(prisma: PrismaClient): Promise<number> {
  const rows = await prisma.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
  const applied = new Set(rows.map(({ name }) => name));
  return readMigrations().migrationDirectories.filter(({ path }) => !applied.has(path)).length;
}

type MigrationDirectories = ReturnType<typeof readMigrations>['migrationDirectories'];

/**
 * Checks for pending migrations without the engine, as loading it at every start would cost time and memory.
 * @throws Fault `DATABASE_UNRELEASED`
 */
async function isUpToDate(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  directories: MigrationDirectories,
): Promise<boolean> {
  const applied = await readApplied(adapter);
  const [first] = directories;
  if (first && applied.size > 0 && !applied.has(first.path))
    throw new Fault(
      'DATABASE_UNRELEASED',
      'This database was made by a version before 0.2.0, which can’t be updated. Use an empty database: delete the folder DATA_DIR, or name another database in DATABASE_URL.',
    );
  return directories.every(
    ({ path, migrationFile }) => applied.get(path) === sha256(migrationFile.content.value),
  );
}

/** Reads the applied migrations, with their checksums. */
async function readApplied(
  adapter: SqlMigrationAwareDriverAdapterFactory,
): Promise<ReadonlyMap<unknown, unknown>> {
  const connection = await adapter.connect();
  try {
    const { rows } = await connection.queryRaw({
      sql: 'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
      args: [],
      argTypes: [],
    });
    return new Map(rows.map(([name, checksum]) => [name, checksum]));
  } catch {
    // The table doesn't exist yet, or another error that the engine will describe better.
    return new Map();
  } finally {
    await connection.dispose();
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Compares the migrations with the schema files.
 * @param adapter a database usable as a shadow: only an in-memory one is safe
 * @returns SQL for the difference; empty if there is none
 */
export async function diffMigrations(adapter: SqlMigrationAwareDriverAdapterFactory): Promise<string> {
  return orFault(() =>
    withEngine(adapter, async (engine) => {
      const { stdout } = await engine.diff({
        from: { tag: 'migrations', ...readMigrations() },
        to: { tag: 'schemaDatamodel', files: readSchemas().map(([path, content]) => ({ path, content })) },
        script: true,
        exitCode: null,
        filters: EVERYTHING,
      });
      return stdout?.includes('empty migration') ? '' : (stdout ?? '');
    }),
  );
}

type Engine = import('@prisma/schema-engine-wasm').SchemaEngine;

async function withEngine<T>(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  use: (engine: Engine) => Promise<T>,
): Promise<T> {
  // Imported only when needed: the engine is 5 MB of WebAssembly.
  const { SchemaEngine } = await import('@prisma/schema-engine-wasm');
  let engine: Engine | undefined;
  try {
    engine = await SchemaEngine.new(
      { datamodels: readSchemas() },
      () => undefined,
      bindMigrationAwareSqlAdapterFactory(adapter),
    );
    return await use(engine);
  } finally {
    engine?.free();
  }
}

async function orFault<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Fault) throw error;
    const [reason] = String(error).split('\n');
    if (isFull(error))
      throw new Fault('DISK_FULL', `The database can't be migrated because its disk is full: ${reason}`, {
        cause: error,
      });
    throw new Fault(
      'MIGRATION_FAILED',
      `The database can't be reached or migrated: ${reason}\nIf DATABASE_URL is set, check it, and check that its user may create schemas.`,
      { cause: error },
    );
  }
}

function readSchemas(): [path: string, content: string][] {
  return readdirSync(SCHEMAS)
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => [relative(ROOT, join(SCHEMAS, name)), readFileSync(join(SCHEMAS, name), 'utf8')]);
}

function readMigrations() {
  const folders = readdirSync(MIGRATIONS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return {
    baseDir: MIGRATIONS,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: folders
      .map(({ name }) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: {
            tag: 'ok' as const,
            value: readFileSync(join(MIGRATIONS, name, 'migration.sql'), 'utf8'),
          },
        },
      }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}
