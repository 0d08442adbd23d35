import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, Fault } from './errors.ts';

/** The newest first; two while one replaces the other. */
type Keys = readonly [string, ...string[]];

const keyFile = (dataDir: string): string => join(dataDir, 'secret.key');

/**
 * The secret keys that the data folder holds; the first start makes one. Called while this process holds the data folder's lock, so that
 * no other one writes the key meanwhile.
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
 * Puts a new key before the one in the data folder. A key that is being replaced already stays the newest: a
 * rotation that was cut off is taken up again, not begun anew.
 */
export function beginKeyRotation(dataDir: string): void {
  const file = keyFile(dataDir);
  usable(file, () => {
    if (!existsSync(file)) throw noKey();
    const keys = validKeys(file);
    if (keys.length === 1) write(file, [newKey(), ...keys]);
  });
}

/** Drops the key that was replaced: nothing may be sealed with it any more. */
export function endKeyRotation(dataDir: string): void {
  const file = keyFile(dataDir);
  usable(file, () => write(file, [validKeys(file)[0]]));
}

/**
 * Makes sure that these keys are those of the data folder, where it has any: with another newest one every generated
 * secret would be another, and without the others what they sealed is lost.
 * @throws Fault `SECRET_KEY_DIFFERS`
 */
export function requireSameKeys(dataDir: string, keys: Keys): void {
  const file = keyFile(dataDir);
  if (!existsSync(file)) return;
  const own = usable(file, () => validKeys(file));
  if (own[0] === keys[0] && own.every((key) => keys.includes(key))) return;
  throw new Fault(
    'SECRET_KEY_DIFFERS',
    `SECRET_KEY is not what the data folder was used with. Set it to what this prints: paste -sd, ${file}`,
  );
}

const noKey = () =>
  new Fault(
    'NO_SECRET_KEY',
    'There is no secret key here: start Rolekeeper once, or set the SECRET_KEY and DATABASE_URL with which it runs.',
  );

const newKey = (): string => randomBytes(32).toString('base64url');

/** Written aside and renamed: a process that dies here leaves no half-written key behind. */
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

/** A damaged key is never used: secrets derived from an empty one would be the same for everybody. */
function validKeys(file: string): Keys {
  const [newest = '', ...older] = readFileSync(file, 'utf8').trim().split('\n');
  if (older.length < 2 && [newest, ...older].every((key) => /^[\w-]{43}$/.test(key)))
    return [newest, ...older];
  throw new Fault(
    'SECRET_KEY_DAMAGED',
    `The secret key is damaged: ${file}\nRestore it from a backup, or remove the file to get a new key and with it a new API key.`,
  );
}
