import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, Fault } from '../errors.ts';

/** Newest first; two during a rotation. */
type Keys = readonly [string, ...string[]];

const keyFile = (dataDir: string): string => join(dataDir, 'secret.key');

/**
 * Reads the secret keys from the data folder, or creates one at the first start. Call while holding the data folder's
 * lock, so that no other process writes the key at the same time.
 * @throws Fault `DATA_DIR_UNUSABLE`, `SECRET_KEY_DAMAGED` or `NO_SECRET_KEY`
 */
export function readOrCreateKeys(dataDir: string, mayCreate: boolean): { keys: Keys; isNew: boolean } {
  const file = keyFile(dataDir);
  return usable(file, () => {
    if (existsSync(file)) return { keys: validKeys(file), isNew: false };
    if (!mayCreate) throw noKey();
    const keys: Keys = [newKey()];
    write(file, keys);
    return { keys, isNew: true };
  });
}

/**
 * Puts a new key before the one in the data folder. If a rotation was interrupted, its new key stays the newest, and
 * the rotation continues.
 */
export function beginKeyRotation(dataDir: string): void {
  const file = keyFile(dataDir);
  usable(file, () => {
    if (!existsSync(file)) throw noKey();
    const keys = validKeys(file);
    if (keys.length === 1) write(file, [newKey(), ...keys]);
  });
}

/** Drops the replaced key. Call only when nothing is sealed with it any more. */
export function endKeyRotation(dataDir: string): void {
  const file = keyFile(dataDir);
  usable(file, () => write(file, [validKeys(file)[0]]));
}

/**
 * Requires that these keys match those in the data folder, if it has any. With another newest key every generated
 * secret would change, and without the older key its sealed data would be lost.
 * @throws Fault `SECRET_KEY_DIFFERS`
 */
export function requireSameKeys(dataDir: string, keys: Keys): void {
  const file = keyFile(dataDir);
  if (!existsSync(file)) return;
  const own = usable(file, () => validKeys(file));
  if (own[0] === keys[0] && own.every((key) => keys.includes(key))) return;
  throw new Fault(
    'SECRET_KEY_DIFFERS',
    `SECRET_KEY is not the key that this data folder was used with. Set it to the output of: paste -sd, ${file}`,
  );
}

const noKey = () =>
  new Fault(
    'NO_SECRET_KEY',
    'There is no secret key here. Start Rolekeeper once, or set the SECRET_KEY and DATABASE_URL that it runs with.',
  );

const newKey = (): string => randomBytes(32).toString('base64url');

/** Writes to a new file and renames it, so that a crash leaves no half-written key. */
function write(file: string, keys: Keys): void {
  writeFileSync(`${file}.new`, `${keys.join('\n')}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

function usable<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault(
      'DATA_DIR_UNUSABLE',
      `The secret key can't be read or written (${errorCode(error) ?? 'unknown reason'}): ${file}`,
      { cause: error },
    );
  }
}

/** Rejects a damaged key: secrets derived from an empty one would be the same in every installation. */
function validKeys(file: string): Keys {
  const [newest = '', ...older] = readFileSync(file, 'utf8').trim().split('\n');
  if (older.length < 2 && [newest, ...older].every((key) => /^[\w-]{43}$/.test(key)))
    return [newest, ...older];
  throw new Fault(
    'SECRET_KEY_DAMAGED',
    `The secret key is damaged: ${file}\nRestore it from a backup, or remove the file to get a new key, which also changes the API key.`,
  );
}
