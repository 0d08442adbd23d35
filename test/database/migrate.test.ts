import type { PGlite } from '@electric-sql/pglite';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { expect, test } from 'vitest';
import { poolOf } from '../../src/database/embedded-connection.ts';
import { diffMigrations, migrate } from '../../src/database/migrate.ts';
import { MigrationAdapter } from '../../src/database/migration-adapter.ts';
import { loadTemplate } from '../support/template.ts';

/** A new database, in a third of the time that initialising one takes. */
async function emptyDatabase(): Promise<PGlite> {
  const pglite = await loadTemplate();
  await pglite.exec('DROP SCHEMA audit, commerce, community, pgboss, public CASCADE; CREATE SCHEMA public');
  return pglite;
}

test('the migrations lead exactly to the schema files', async () => {
  const shadow = await emptyDatabase();
  expect(await diffMigrations(new PrismaPGlite(shadow)), 'run: npm run db:migration -- NAME').toBe('');
  await shadow.close();
});

test('migrating twice applies everything once, and a database of an unreleased version is refused', async () => {
  const pglite = await emptyDatabase();
  const pool = poolOf(pglite);
  const adapter = new MigrationAdapter(pool);
  expect(await migrate(adapter)).not.toEqual([]);
  expect(await migrate(adapter)).toEqual([]);
  await pglite.exec("UPDATE _prisma_migrations SET migration_name = '20261121010000_community'");
  await expect(migrate(adapter), 'the database of an unreleased version').rejects.toThrow(
    'before 0.2.0, which can’t be updated. Use an empty database',
  );
  await pool.end();
  await pglite.close();
});
