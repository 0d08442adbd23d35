import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorCode, Fault } from '../errors.ts';
import { isFull } from './unreachable.ts';

/** SQLite's result codes for a file that is locked (`SQLITE_BUSY`, `SQLITE_LOCKED`): https://sqlite.org/rescode.html */
const HELD_BY_ANOTHER = [5, 6];

/**
 * Locks the data folder for this process. PGlite doesn't notice a second process on its files, which would damage them.
 *
 * SQLite's lock is the operating system's file lock: it ends with the process however the process dies, works between
 * containers that share the folder, and leaves nothing stale behind.
 * @returns a function that releases the folder
 * @throws Fault `DATA_DIR_IN_USE` if another process has it, `DATA_DIR_UNUSABLE` if it can't be locked, `DISK_FULL`
 */
export function lockDataDir(dataDir: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(dataDir, 'lock'));
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    const held = lock;
    return () => held.close();
  } catch (error) {
    lock?.close();
    if (!isHeldByAnother(error)) throw unusable(dataDir, error);
    throw new Fault(
      'DATA_DIR_IN_USE',
      `Another Rolekeeper is already using this folder: ${dataDir}\nStop it first, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

const isHeldByAnother = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  HELD_BY_ANOTHER.includes(error.errcode);

/** Creates a fault for a data folder that can't be written, or that contains something in the way. */
export function unusable(dataDir: string, cause: unknown): Fault {
  if (isFull(cause)) return noRoom(dataDir, cause);
  return new Fault(
    'DATA_DIR_UNUSABLE',
    `DATA_DIR can't be used (${errorCode(cause) ?? 'unknown reason'}): ${dataDir}\nGive this user write access to it, or set DATA_DIR to another folder.`,
    { cause },
  );
}

/** Creates a fault for a full disk. */
export const noRoom = (dataDir: string, cause: unknown): Fault =>
  new Fault(
    'DISK_FULL',
    `The disk of DATA_DIR is full: ${dataDir}\nFree up space and start again. The stored data is not damaged.`,
    { cause },
  );
