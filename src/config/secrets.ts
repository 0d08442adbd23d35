import { hkdfSync } from 'node:crypto';
import type { Config } from './config.ts';
import { readOrCreateKeys } from './key-file.ts';

/** Secrets shared by the parts. Secrets that aren't configured are derived from the secret key. */
export interface Secrets {
  readonly commerceApiKey: string;
  readonly commerceClientId: string;
  readonly commerceClientSecret: string;
  /**
   * The three above; while the secret key is being replaced, also those derived from the other key, which other
   * processes may still or already use.
   */
  readonly commerceCredentials: readonly CommerceCredentials[];
  /** Secrets that sign webhooks, newest first; two during a rotation. */
  readonly commerceWebhookSecrets: readonly [string, ...string[]];
  readonly sandboxToken: string;
  /** OAuth client secret of the sandbox's application. */
  readonly sandboxClientSecret: string;
  /** Keys that seal stored tokens, newest first; the others open data sealed before. */
  readonly tokenKeys: readonly [TokenKey, ...TokenKey[]];
  /** Whether the secret key was just created: the first start in this data folder. */
  readonly isFirstStart: boolean;
}

/** Credentials of the bot at the Commerce Service. */
interface CommerceCredentials {
  readonly apiKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A key for sealing stored tokens; its id identifies the key that sealed a token. */
export interface TokenKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/**
 * Completes the configured secrets with derived ones. Since all are derived and not stored, processes that share
 * SECRET_KEY agree on them, and only one file needs protection.
 * @throws Fault `DATA_DIR_UNUSABLE` if the key can't be read or written, `SECRET_KEY_DAMAGED` if the file is invalid,
 * `NO_SECRET_KEY` if there is no key and none may be created
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
  const commerceCredentials = (key: string): CommerceCredentials => ({
    apiKey: config.commerceApiKey ?? `key_${derive('commerce-api-key', 24, key).toString('base64url')}`,
    clientId: config.commerceClientId ?? `app_${derive('commerce-client-id', 12, key).toString('base64url')}`,
    clientSecret:
      config.commerceClientSecret ??
      `secret_${derive('commerce-client-secret', 32, key).toString('base64url')}`,
  });
  const commerce = commerceCredentials(newest);
  const tokenKey = (key: string): TokenKey => ({
    id: derive('token-key-id', 6, key).toString('hex'),
    key: derive('token-key', 32, key),
  });
  return {
    commerceApiKey: commerce.apiKey,
    commerceClientId: commerce.clientId,
    commerceClientSecret: commerce.clientSecret,
    commerceCredentials: [commerce, ...older.map(commerceCredentials)],
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
