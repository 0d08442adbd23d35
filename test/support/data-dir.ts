import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { embeddedTemplate } from './template.ts';

const run = promisify(execFile);

/**
 * A `DATA_DIR` as a first start leaves it, without the seconds that making a database takes.
 * @returns the folder, and what removes it
 */
export async function createDataDir(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rolekeeper-test-'));
  const postgres = join(dataDir, 'postgres');
  await mkdir(postgres, { mode: 0o700 });
  await run('tar', ['-xf', await embeddedTemplate(), '-C', postgres]);
  await writeFile(join(dataDir, 'initialised'), '');
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** The same for a single test, removed when that ends. */
export async function dataDirForThisTest(): Promise<string> {
  const { dataDir, remove } = await createDataDir();
  onTestFinished(remove);
  return dataDir;
}
