import {
  chmodSync,
  existsSync,
  fdatasyncSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { errorCode, Fault } from '../errors.ts';
import { lockDataDir, noRoom, unusable } from './lock.ts';

/**
 * PGlite starts PostgreSQL with fsync off (`-F`) and with buffers for a server. These parameters turn fsync
 * on and keep an idle process small.
 */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['wal_sync_method=fsync', 'shared_buffers=2MB', 'work_mem=2MB'].flatMap((setting) => ['-c', setting]),
];

/** What PostgreSQL may need to start after a crash: two segments of its log, in bytes. */
const ROOM = 2 * 16 * 1024 * 1024;

/** Tells that the database was made completely once: from then on nothing may be initialised over it. */
const MARKER = 'initialised';

/**
 * Opens the embedded PostgreSQL below the data folder, creating both where they don't exist.
 * @returns the database, and the function that closes it and gives the folder back
 * @throws Fault `DATA_DIR_UNUSABLE`, `DATA_DIR_IN_USE`, `DISK_FULL` or `DATABASE_DAMAGED`
 */
export async function openEmbedded(dataDir: string): Promise<{ pglite: PGlite; close(): Promise<void> }> {
  makeUsable(dataDir);
  const unlock = lockDataDir(dataDir);
  try {
    const pglite = await openUndamaged(dataDir);
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

/** @throws Fault `NO_EMBEDDED_DATABASE` where the folder holds none: opening it would make one */
export function requireEmbedded(dataDir: string): void {
  if (existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) return;
  throw new Fault('NO_EMBEDDED_DATABASE', `There is no embedded database in DATA_DIR: ${dataDir}`);
}

async function openUndamaged(dataDir: string): Promise<PGlite> {
  const folder = join(dataDir, 'postgres');
  const marker = join(dataDir, MARKER);
  try {
    // Without its version file PGlite would take the folder for new and initialise over what is there.
    if (existsSync(marker) && !existsSync(join(folder, 'PG_VERSION')))
      throw new Error('PG_VERSION is missing');
    const pglite = await createDurable({ dataDir: folder });
    // What it unpacks for a new database is open to all, whatever the umask.
    if (!existsSync(marker)) for (const name of readdirSync(folder, FILES)) keepPrivate(join(folder, name));
    writeFileSync(marker, '', { flush: true });
    return pglite;
  } catch (error) {
    // It ends the same way, and says no more of it.
    if (hasNoRoom(dataDir)) throw noRoom(dataDir, error);
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    throw new Fault(
      'DATABASE_DAMAGED',
      `The embedded database can't be opened (${reason}): ${folder}\nRestore the data folder from a backup, or set DATA_DIR to another folder to start anew.`,
      { cause: error },
    );
  }
}

function hasNoRoom(dataDir: string): boolean {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize < ROOM;
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

/** What a file's mode lets others do. */
const OTHERS = 0o077;

/** Makes the folder where it is missing, and sees that it can be written. */
function makeUsable(dataDir: string): void {
  try {
    makeFolder(join(dataDir, 'postgres'));
    // One that a version before has made, or somebody else, may be open.
    keepPrivate(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, '.writable'), '');
    rmSync(join(dataDir, '.writable'));
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

const FILES = { recursive: true, encoding: 'utf8' } as const;

/** Closes a file or folder to all other users. Where a file system keeps no modes, there is nothing to be done. */
function keepPrivate(path: string): void {
  try {
    const { mode } = statSync(path);
    if ((mode & OTHERS) !== 0) chmodSync(path, mode & 0o700);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(errorCode(error) ?? '')) throw error;
  }
}

/** One level at a time: where a parent can't be made, Node's recursive way may never return. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}
