import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/database/migrate.ts';
import { prepareServer, type ServerHome } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where each test file gets a database of its own: in memory, or on the server that TEST_DATABASE_URL names. */
    databaseHome: MemoryHome | ServerHome;
  }
}

interface MemoryHome {
  readonly kind: 'memory';
  /** The file with a migrated, empty database, which is loaded in a fraction of the time. */
  readonly template: string;
}

/** Migrates once; every test file then starts from the result. */
export default async function setup(project: TestProject) {
  const url = process.env['TEST_DATABASE_URL'];
  const { home, remove } = url ? await prepareServer(url) : await prepareMemory();
  project.provide('databaseHome', home);
  return remove;
}

async function prepareMemory() {
  const folder = await mkdtemp(join(tmpdir(), 'rolekeeper-test-'));
  const template = join(folder, 'template.tar');
  const pglite = await PGlite.create();
  await migrate(new PrismaPGlite(pglite));
  await writeFile(template, new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer()));
  await pglite.close();
  const home: MemoryHome = { kind: 'memory', template };
  return { home, remove: () => rm(folder, { recursive: true }) };
}
