import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { errorCode, Fault } from './errors.ts';

/** The secrets that the parts share. Those that nobody has set are derived from the one secret key. */
export interface Secrets {
  readonly commerceApiKey: string;
  readonly commerceClientId: string;
  readonly commerceClientSecret: string;
  /** What signs webhooks, the newest first; two while one replaces the other. */
  readonly commerceWebhookSecrets: readonly [string, ...string[]];
  readonly sandboxToken: string;
  /** The OAuth client secret of the sandbox's application. */
  readonly sandboxClientSecret: string;
  /** Whether the secret key was made just now: the first start in this folder. */
  readonly isFirstStart: boolean;
}

/**
 * Completes what the configuration leaves out. Deriving instead of storing each one means that processes
 * which share SECRET_KEY agree on all of them, and that there is one file to protect.
 * @throws Fault `DATA_DIR_UNUSABLE` when the key can be neither read nor written, `SECRET_KEY_DAMAGED` when
 * the file holds none, `NO_SECRET_KEY` when there is none and none may be made
 */
export function loadSecrets(config: Config, options = { mayCreateKey: true }): Secrets {
  const { key, isNew } = config.secretKey
    ? { key: config.secretKey, isNew: false }
    : readOrCreateKey(config.dataDir, options.mayCreateKey);
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, 'rolekeeper', purpose, bytes));
  return {
    commerceApiKey: config.commerceApiKey ?? `key_${derive('commerce-api-key', 24).toString('base64url')}`,
    commerceClientId:
      config.commerceClientId ?? `app_${derive('commerce-client-id', 12).toString('base64url')}`,
    commerceClientSecret:
      config.commerceClientSecret ?? `secret_${derive('commerce-client-secret', 32).toString('base64url')}`,
    commerceWebhookSecrets: config.commerceWebhookSecrets ?? [
      `whsec_${derive('commerce-webhook-secret', 32).toString('base64')}`,
    ],
    sandboxToken: `sandbox.${derive('sandbox-token', 24).toString('base64url')}`,
    sandboxClientSecret: derive('sandbox-client-secret', 24).toString('base64url'),
    isFirstStart: isNew,
  };
}

/** Called while this process holds the data folder's lock, so that no other one writes the key meanwhile. */
function readOrCreateKey(dataDir: string, mayCreate: boolean): { key: string; isNew: boolean } {
  const file = join(dataDir, 'secret.key');
  try {
    if (existsSync(file)) return { key: validKey(file), isNew: false };
    if (!mayCreate) throw new Fault('NO_SECRET_KEY', 'There is no secret key yet: start Rolekeeper once.');
    const key = randomBytes(32).toString('base64url');
    // Written aside and renamed: a process that dies here leaves no half-written key behind.
    writeFileSync(`${file}.new`, `${key}\n`, { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
    return { key, isNew: true };
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
function validKey(file: string): string {
  const key = readFileSync(file, 'utf8').trim();
  if (/^[\w-]{43}$/.test(key)) return key;
  throw new Fault(
    'SECRET_KEY_DAMAGED',
    `The secret key is damaged: ${file}\nRestore it from a backup, or remove the file to get a new key and with it a new API key.`,
  );
}
