import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { beginKeyRotation, endKeyRotation } from '../../src/config/key-file.ts';
import { loadSecrets } from '../../src/config/secrets.ts';
import { temporaryFolder } from '../support/folder.ts';

test('the first start creates a key that only this user can read, and every start derives the same secrets from it', async () => {
  const folder = await temporaryFolder();
  const config = parseConfig({ DATA_DIR: folder });
  const first = loadSecrets(config);
  expect(first.isFirstStart).toBe(true);
  expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
  expect(loadSecrets(config)).toEqual({ ...first, isFirstStart: false });
});

test('two folders have no secret in common, and no secret shows the key', async () => {
  const [one, two] = [await temporaryFolder(), await temporaryFolder()];
  const first = loadSecrets(parseConfig({ DATA_DIR: one }));
  const second = loadSecrets(parseConfig({ DATA_DIR: two }));
  expect(first.commerceApiKey).not.toBe(second.commerceApiKey);
  const key = readFileSync(join(one, 'secret.key'), 'utf8').trim();
  expect(JSON.stringify(first)).not.toContain(key);
});

test('a configured secret takes precedence over a derived one', async () => {
  const set = { COMMERCE_API_KEY: 'key_of_the_operator', COMMERCE_WEBHOOK_SECRET: 'ws_of_the_operator' };
  const secrets = loadSecrets(parseConfig({ DATA_DIR: await temporaryFolder(), ...set }));
  expect(secrets).toMatchObject({
    commerceApiKey: set.COMMERCE_API_KEY,
    commerceWebhookSecrets: [set.COMMERCE_WEBHOOK_SECRET],
  });
});

test.each(['', 'short', 'x'.repeat(200)])('a damaged key is never used: %j', async (content) => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'secret.key'), content);
  expect(() => loadSecrets(parseConfig({ DATA_DIR: folder }))).toThrow(/secret key is damaged/);
});

test('a read-only process creates no key', async () => {
  const config = parseConfig({ DATA_DIR: await temporaryFolder() });
  expect(() => loadSecrets(config, { mayCreateKey: false })).toThrow(/Start Rolekeeper once/);
});

test('a new key replaces the old one, which opens tokens and verifies webhooks until it is dropped', async () => {
  const config = parseConfig({ DATA_DIR: await temporaryFolder() });
  const before = loadSecrets(config);
  beginKeyRotation(config.dataDir);
  const both = loadSecrets(config);
  // Resuming an interrupted rotation creates no third key.
  beginKeyRotation(config.dataDir);
  expect(loadSecrets(config)).toEqual(both);
  expect(both.tokenKeys[1]).toEqual(before.tokenKeys[0]);
  expect(both.commerceWebhookSecrets[1]).toBe(before.commerceWebhookSecrets[0]);
  endKeyRotation(config.dataDir);
  const after = loadSecrets(config);
  expect(after.tokenKeys).toEqual([both.tokenKeys[0]]);
  expect(after.commerceApiKey).toBe(both.commerceApiKey);
  expect(after.commerceApiKey).not.toBe(before.commerceApiKey);
});

test('SECRET_KEY may hold two keys, the new one first', () => {
  const [fresh, old] = ['n'.repeat(32), 'o'.repeat(32)];
  const load = (key: string) => loadSecrets(parseConfig({ SECRET_KEY: key }));
  expect(load(`${fresh},${old}`).tokenKeys).toEqual([...load(fresh).tokenKeys, ...load(old).tokenKeys]);
  expect(() => load(`${fresh},short`)).toThrow(/SECRET_KEY must be/);
});

test('while SECRET_KEY holds two keys, every process knows the credentials derived from both', () => {
  const load = (key: string, set = {}) => loadSecrets(parseConfig({ SECRET_KEY: key, ...set }));
  const [fresh, old] = ['n'.repeat(32), 'o'.repeat(32)];
  const [before, after] = [load(`${old},${fresh}`), load(`${fresh},${old}`)];
  expect(after.commerceCredentials).toEqual(before.commerceCredentials.toReversed());
  expect(before.commerceCredentials[0]).toEqual({
    apiKey: before.commerceApiKey,
    clientId: before.commerceClientId,
    clientSecret: before.commerceClientSecret,
  });
  expect(before.commerceApiKey).toBe(load(old).commerceApiKey);
  expect(after.commerceApiKey).toBe(load(fresh).commerceApiKey);
  const { commerceCredentials } = load(`${fresh},${old}`, { COMMERCE_API_KEY: 'key_of_the_operator' });
  expect(commerceCredentials.map(({ apiKey }) => apiKey)).toEqual(Array(2).fill('key_of_the_operator'));
});
