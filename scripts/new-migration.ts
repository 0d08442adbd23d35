/**
 * Writes a migration from the difference between the migrations and the schema files:
 * `npm run db:migration -- add-something`. Read the SQL before you commit it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { diffMigrations } from '../src/database/migrate.ts';

const name = process.argv[2];
if (!name || !/^[a-z0-9-]+$/.test(name)) {
  process.stderr.write('Name the migration with lower-case letters, digits and dashes.\n');
  process.exit(1);
}
const sql = await diffMigrations(new PrismaPGlite(await PGlite.create()));
if (sql === '') {
  process.stdout.write('The migrations already match the schema: nothing to write.\n');
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = join(import.meta.dirname, '../prisma/migrations', `${stamp}_${name.replaceAll('-', '_')}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'migration.sql'), sql);
  process.stdout.write(`${folder}/migration.sql\n`);
}
