import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/database/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file with a migrated, empty embedded database, from which each test file starts. */
    databaseTemplate: string;
  }
}

/** Migrates once; every test file then loads the result in a fraction of the time. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'rolekeeper-test-'));
  const file = join(folder, 'template.tar');
  const pglite = await PGlite.create();
  await migrate(new PrismaPGlite(pglite));
  await writeFile(file, new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer()));
  await pglite.close();
  project.provide('databaseTemplate', file);
  return () => rm(folder, { recursive: true });
}
