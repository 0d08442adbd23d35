import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Fault } from '../errors.ts';

/**
 * Takes the data folder for this process alone. PGlite does not notice a second process on its files and
 * would damage them.
 *
 * The lock is SQLite's, which is the operating system's own file lock: it ends with the process however
 * that dies, holds between containers that share the folder, and leaves nothing stale to clean up.
 * @returns the function that gives the folder back
 * @throws Fault `DATA_DIR_IN_USE` when another process has it
 */
export function lockDataDir(dataDir: string): () => void {
  const lock = new DatabaseSync(join(dataDir, 'lock'));
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw new Fault(
      'DATA_DIR_IN_USE',
      `Another Rolekeeper already runs on this folder: ${dataDir}\nStop it first, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  return () => lock.close();
}
