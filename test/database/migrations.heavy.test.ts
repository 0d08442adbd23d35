import { PrismaPGlite } from 'pglite-prisma-adapter';
import { expect, test } from 'vitest';
import { diffMigrations } from '../../src/database/migrate.ts';
import { blankEmbedded } from './blank.ts';

test('the migrations lead exactly to the schema files', async () => {
  const shadow = await blankEmbedded();
  expect(await diffMigrations(new PrismaPGlite(shadow)), 'run: npm run db:migration -- NAME').toBe('');
  await shadow.close();
});
