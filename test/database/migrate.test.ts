import { expect, test } from 'vitest';
import { poolOf } from '../../src/database/embedded-connection.ts';
import { migrate } from '../../src/database/migrate.ts';
import { MigrationAdapter } from '../../src/database/migration-adapter.ts';
import { blankEmbedded } from './blank.ts';

test('migrating twice applies everything once, and a database of an unreleased version is refused', async () => {
  const pglite = await blankEmbedded();
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
