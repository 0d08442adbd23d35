import { PGlite } from '@electric-sql/pglite';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { expect, test } from 'vitest';
import { diffMigrations, migrate } from '../../src/database/migrate.ts';

test('the migrations lead exactly to the schema files', async () => {
  const shadow = await PGlite.create();
  expect(await diffMigrations(new PrismaPGlite(shadow)), 'run: npm run db:migration -- NAME').toBe('');
  await shadow.close();
});

test('migrating twice applies everything once', async () => {
  const pglite = await PGlite.create();
  const adapter = new PrismaPGlite(pglite);
  expect(await migrate(adapter)).not.toEqual([]);
  expect(await migrate(adapter)).toEqual([]);
  await pglite.close();
});
