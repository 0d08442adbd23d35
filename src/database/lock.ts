import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorCode, Fault } from '../errors.ts';
import { isFull } from './unreachable.ts';

/** SQLite's result codes for "somebody else has it": https://sqlite.org/rescode.html */
const HELD_BY_ANOTHER = [5, 6];

/**
 * Takes the data folder for this process alone. PGlite does not notice a second process on its files and
 * would damage them.
 *
 * The lock is SQLite's, which is the operating system's own file lock: it ends with the process however
 * that dies, holds between containers that share the folder, and leaves nothing stale to clean up.
 * @returns the function that gives the folder back
 * @throws Fault `DATA_DIR_IN_USE` when another process has it, `DATA_DIR_UNUSABLE` when it can't be taken
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
      `Another Rolekeeper already runs on this folder: ${dataDir}\nStop it first, or set DATA_DIR to another folder.`,
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

/** The data folder can't be written, or holds something in the way. */
export function unusable(dataDir: string, cause: unknown): Fault {
  if (isFull(cause)) return noRoom(dataDir, cause);
  return new Fault(
    'DATA_DIR_UNUSABLE',
    `DATA_DIR can't be used (${errorCode(cause) ?? 'unknown reason'}): ${dataDir}\nGive this user the right to write there, or set DATA_DIR to another folder.`,
    { cause },
  );
}

/** The data folder's disk is full. */
export const noRoom = (dataDir: string, cause: unknown): Fault =>
  new Fault(
    'DISK_FULL',
    `The disk of DATA_DIR is full: ${dataDir}\nMake room there and start again. What is stored is not damaged by that.`,
    { cause },
  );
