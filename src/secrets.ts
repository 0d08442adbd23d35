import { hkdfSync } from 'node:crypto';
import type { Config } from './config.ts';
import { readOrCreateKeys } from './key-file.ts';

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
  /** What seals stored tokens, the newest first; the others open what was sealed before. */
  readonly tokenKeys: readonly [TokenKey, ...TokenKey[]];
  /** Whether the secret key was made just now: the first start in this folder. */
  readonly isFirstStart: boolean;
}

/** A key for stored tokens, with the name by which it is found again. */
export interface TokenKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/**
 * Completes what the configuration leaves out. Deriving instead of storing each one means that processes
 * which share SECRET_KEY agree on all of them, and that there is one file to protect.
 * @throws Fault `DATA_DIR_UNUSABLE` when the key can be neither read nor written, `SECRET_KEY_DAMAGED` when
 * the file holds none, `NO_SECRET_KEY` when there is none and none may be made
 */
export function loadSecrets(config: Config, options = { mayCreateKey: true }): Secrets {
  const { keys, isNew } = config.secretKeys
    ? { keys: config.secretKeys, isNew: false }
    : readOrCreateKeys(config.dataDir, options.mayCreateKey);
  const [newest, ...older] = keys;
  const derive = (purpose: string, bytes: number, key = newest) =>
    Buffer.from(hkdfSync('sha256', key, 'rolekeeper', purpose, bytes));
  const webhookSecret = (key: string) =>
    `whsec_${derive('commerce-webhook-secret', 32, key).toString('base64')}`;
  const tokenKey = (key: string): TokenKey => ({
    id: derive('token-key-id', 6, key).toString('hex'),
    key: derive('token-key', 32, key),
  });
  return {
    commerceApiKey: config.commerceApiKey ?? `key_${derive('commerce-api-key', 24).toString('base64url')}`,
    commerceClientId:
      config.commerceClientId ?? `app_${derive('commerce-client-id', 12).toString('base64url')}`,
    commerceClientSecret:
      config.commerceClientSecret ?? `secret_${derive('commerce-client-secret', 32).toString('base64url')}`,
    commerceWebhookSecrets: config.commerceWebhookSecrets ?? [
      webhookSecret(newest),
      ...older.map(webhookSecret),
    ],
    sandboxToken: `sandbox.${derive('sandbox-token', 24).toString('base64url')}`,
    sandboxClientSecret: derive('sandbox-client-secret', 24).toString('base64url'),
    tokenKeys: [tokenKey(newest), ...older.map(tokenKey)],
    isFirstStart: isNew,
  };
}
