import { openAsBlob } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { inject, onTestFinished } from 'vitest';
import { type Database, useEmbedded } from '../../src/database/index.ts';

/** An empty database of the caller's own, in memory; call it in `beforeAll` and close it in `afterAll`. */
export async function openTestDatabase(): Promise<Database> {
  const pglite = await PGlite.create({ loadDataDir: await openAsBlob(inject('databaseTemplate')) });
  return useEmbedded(pglite, () => pglite.close());
}

/** The same for a single test, closed when that ends. */
export async function databaseForThisTest(): Promise<Database> {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  return database;
}
