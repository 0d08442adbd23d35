import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseConfig } from '../src/config.ts';
import { loadSecrets } from '../src/secrets.ts';
import { temporaryFolder } from './support/folder.ts';

test('the first start makes a key that only this user can read, and every start derives the same secrets from it', async () => {
  const folder = await temporaryFolder();
  const config = parseConfig({ DATA_DIR: folder });
  const first = loadSecrets(config);
  expect(first.isFirstStart).toBe(true);
  expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
  expect(loadSecrets(config)).toEqual({ ...first, isFirstStart: false });
});

test('no two folders have a secret in common, and none shows the key', async () => {
  const [one, two] = [await temporaryFolder(), await temporaryFolder()];
  const first = loadSecrets(parseConfig({ DATA_DIR: one }));
  const second = loadSecrets(parseConfig({ DATA_DIR: two }));
  expect(first.commerceApiKey).not.toBe(second.commerceApiKey);
  const key = readFileSync(join(one, 'secret.key'), 'utf8').trim();
  expect(JSON.stringify(first)).not.toContain(key);
});

test('what is set wins over what would be derived', async () => {
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

test('who may only look makes no key', async () => {
  const config = parseConfig({ DATA_DIR: await temporaryFolder() });
  expect(() => loadSecrets(config, { mayCreateKey: false })).toThrow(/start Rolekeeper once/);
});
