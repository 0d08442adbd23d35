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
 * Start parameters. PGlite starts PostgreSQL without fsync (`-F`) and with buffers sized for a server. These turn fsync
 * on and keep an idle process small.
 */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['wal_sync_method=fsync', 'shared_buffers=2MB', 'work_mem=2MB'].flatMap((setting) => ['-c', setting]),
];

/** Disk space that PostgreSQL may need for crash recovery: two WAL segments, in bytes. */
const ROOM = 2 * 16 * 1024 * 1024;

/** A file that marks the database as fully initialised: from then on, it must not be initialised again. */
const MARKER = 'initialised';

/**
 * Opens the embedded PostgreSQL in the data folder, creating both if they don't exist.
 * @returns the database, and a function that closes it and releases the folder
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

/**
 * Requires an existing embedded database: opening the folder would create one.
 * @throws Fault `NO_EMBEDDED_DATABASE`
 */
export function requireEmbedded(dataDir: string): void {
  if (existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) return;
  throw new Fault('NO_EMBEDDED_DATABASE', `There is no embedded database in DATA_DIR: ${dataDir}`);
}

async function openUndamaged(dataDir: string): Promise<PGlite> {
  const folder = join(dataDir, 'postgres');
  const marker = join(dataDir, MARKER);
  try {
    // Without its version file PGlite would treat the folder as new and initialise over the data.
    if (existsSync(marker) && !existsSync(join(folder, 'PG_VERSION')))
      throw new Error('PG_VERSION is missing');
    const pglite = await createDurable({ dataDir: folder });
    // PGlite unpacks a new database with permissions for all users, regardless of the umask.
    if (!existsSync(marker)) for (const name of readdirSync(folder, FILES)) keepPrivate(join(folder, name));
    writeFileSync(marker, '', { flush: true });
    return pglite;
  } catch (error) {
    // A full disk causes the same errors and isn't named in them.
    if (hasNoRoom(dataDir)) throw noRoom(dataDir, error);
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    throw new Fault(
      'DATABASE_DAMAGED',
      `The embedded database can't be opened (${reason}): ${folder}\nRestore the data folder from a backup, or set DATA_DIR to another folder to start with an empty database.`,
      { cause: error },
    );
  }
}

function hasNoRoom(dataDir: string): boolean {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize < ROOM;
}

/** Creates a PGlite whose commits survive a power failure: PGlite's file layer has no fsync of its own. */
async function createDurable(options: PGliteOptions): Promise<PGlite> {
  const pglite = await PGlite.create({ ...options, startParams: START_PARAMS });
  pglite.Module.NODEFS.stream_ops.fsync = (stream: { nfd: number }) => {
    fdatasyncSync(stream.nfd);
    return 0;
  };
  return pglite;
}

/** Permission bits of other users and groups. */
const OTHERS = 0o077;

/** Creates the folder if it is missing, and checks that it is writable. */
function makeUsable(dataDir: string): void {
  try {
    makeFolder(join(dataDir, 'postgres'));
    // A folder created by an older version or by the user may be open to others.
    keepPrivate(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, '.writable'), '');
    rmSync(join(dataDir, '.writable'));
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

const FILES = { recursive: true, encoding: 'utf8' } as const;

/** Removes all other users' permissions from a file or folder. Does nothing on file systems without modes. */
function keepPrivate(path: string): void {
  try {
    const { mode } = statSync(path);
    if ((mode & OTHERS) !== 0) chmodSync(path, mode & 0o700);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(errorCode(error) ?? '')) throw error;
  }
}

/** Creates one level at a time: if a parent can't be created, Node's `recursive` option may never return. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}
