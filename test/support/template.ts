import { createHash } from 'node:crypto';
import { existsSync, openAsBlob, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { queues } from '../../src/composition/container.ts';
import { type Database, useEmbedded } from '../../src/database/index.ts';
import { startJobs } from '../../src/jobs/index.ts';
import { quietLog } from './log.ts';

const ROOT = join(import.meta.dirname, '../..');
const MIGRATIONS = join(ROOT, 'prisma/migrations');
const CACHE = join(ROOT, 'node_modules/.cache/rolekeeper');

/**
 * The file with a migrated, empty embedded database. Making it takes seconds, so it is kept for as long as nothing
 * changes that it is made of.
 */
export async function embeddedTemplate(): Promise<string> {
  const file = join(CACHE, `test-database-${whatItIsMadeOf()}.tar`);
  if (existsSync(file)) return file;
  await mkdir(CACHE, { recursive: true });
  const pglite = await PGlite.create();
  await defineQueues(await useEmbedded(pglite, async () => undefined));
  const dump = await pglite.dumpDataDir('none');
  await pglite.close();
  // Two runs may make it at the same time, and neither may read half of the other's.
  const half = `${file}.${process.pid}`;
  await writeFile(half, new Uint8Array(await dump.arrayBuffer()));
  await rename(half, file);
  for (const name of readdirSync(CACHE))
    if (/^test-database-\w+\.tar$/.test(name) && !file.endsWith(name)) await rm(join(CACHE, name));
  return file;
}

/** Loads a migrated, empty database into memory, in a fraction of the time that making one takes. */
export const loadTemplate = async (options?: PGliteOptions): Promise<PGlite> =>
  PGlite.create({ ...options, loadDataDir: await openAsBlob(await embeddedTemplate()) });

/** Makes every queue ready, which costs a test more than migrating does, and closes the database. */
export async function defineQueues(database: Database): Promise<void> {
  const jobs = await startJobs({ database, queues, log: quietLog });
  await jobs.stop();
  await database.close();
}

function whatItIsMadeOf(): string {
  const hash = createHash('sha256').update(JSON.stringify(queues));
  hash.update(readFileSync(join(ROOT, 'package-lock.json')));
  const migrations = readdirSync(MIGRATIONS, { recursive: true, encoding: 'utf8' }).toSorted();
  for (const name of migrations.filter((each) => each.endsWith('.sql')))
    hash.update(readFileSync(join(MIGRATIONS, name)));
  return hash.digest('hex').slice(0, 16);
}
