import { fdatasyncSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { errorCode, Fault } from '../errors.ts';
import { lockDataDir } from './lock.ts';

/**
 * PGlite starts PostgreSQL with fsync off (`-F`) and with buffers for a server. These parameters turn fsync
 * on and keep an idle process small.
 */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['wal_sync_method=fsync', 'shared_buffers=8MB', 'work_mem=2MB'].flatMap((setting) => ['-c', setting]),
];

/**
 * Opens the embedded PostgreSQL below the data folder, creating both where they don't exist.
 * @returns the database, and the function that closes it and gives the folder back
 * @throws Fault `DATA_DIR_UNUSABLE` or `DATA_DIR_IN_USE`
 */
export async function openEmbedded(dataDir: string): Promise<{ pglite: PGlite; close(): Promise<void> }> {
  makeFolder(dataDir);
  const unlock = lockDataDir(dataDir);
  try {
    const pglite = await createDurable({ dataDir: join(dataDir, 'postgres') });
    return {
      pglite,
      async close() {
        await pglite.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** A PGlite whose commits survive a power cut: its file layer has no fsync of its own. */
async function createDurable(options: PGliteOptions): Promise<PGlite> {
  const pglite = await PGlite.create({ ...options, startParams: START_PARAMS });
  pglite.Module.NODEFS.stream_ops.fsync = (stream: { nfd: number }) => {
    fdatasyncSync(stream.nfd);
    return 0;
  };
  return pglite;
}

function makeFolder(dataDir: string): void {
  try {
    mkdirSync(join(dataDir, 'postgres'), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Fault(
      'DATA_DIR_UNUSABLE',
      `DATA_DIR can't be used (${errorCode(error) ?? 'unknown reason'}): ${dataDir}\nGive this user the right to write there, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}
