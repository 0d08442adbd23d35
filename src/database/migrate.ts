import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import { Fault } from '../errors.ts';

const ROOT = join(import.meta.dirname, '../..');
const MIGRATIONS = join(ROOT, 'prisma/migrations');
const SCHEMAS = join(ROOT, 'prisma/schema');

/** All tables are ours to compare: nothing is left out of a diff. */
const EVERYTHING = { externalTables: [], externalEnums: [] };

/**
 * Brings the database to the newest schema with Prisma's own engine, as `prisma migrate deploy` would, and
 * keeps the same `_prisma_migrations` table. Running it again changes nothing.
 * @returns the names of the migrations that were applied now
 * @throws Fault `MIGRATION_FAILED`
 */
export async function migrate(adapter: SqlMigrationAwareDriverAdapterFactory): Promise<readonly string[]> {
  return withEngine(adapter, async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: readMigrations(),
      filters: EVERYTHING,
    });
    return appliedMigrationNames;
  });
}

/**
 * The SQL that leads from the migrations to the schema files; empty when they agree.
 * @param adapter a database that can be used as a shadow: only an in-memory one is safe
 */
export async function diffMigrations(adapter: SqlMigrationAwareDriverAdapterFactory): Promise<string> {
  return withEngine(adapter, async (engine) => {
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...readMigrations() },
      to: { tag: 'schemaDatamodel', files: readSchemas().map(([path, content]) => ({ path, content })) },
      script: true,
      exitCode: null,
      filters: EVERYTHING,
    });
    return stdout?.includes('empty migration') ? '' : (stdout ?? '');
  });
}

async function withEngine<T>(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  use: (engine: import('@prisma/schema-engine-wasm').SchemaEngine) => Promise<T>,
): Promise<T> {
  // Loaded only when needed: the engine is 5 MB of WebAssembly.
  const { SchemaEngine } = await import('@prisma/schema-engine-wasm');
  const engine = await SchemaEngine.new(
    { datamodels: readSchemas() },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
  try {
    return await use(engine);
  } catch (error) {
    throw new Fault('MIGRATION_FAILED', `The database can't be migrated: ${String(error)}`, { cause: error });
  } finally {
    engine.free();
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
