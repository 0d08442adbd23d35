import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { Fault } from '../../src/errors.ts';

const problems = (variables: Record<string, string>): string[] => {
  try {
    parseConfig(variables);
    return [];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    expect(error.code).toBe('CONFIG_INVALID');
    return error.message.split('\n');
  }
};

test('an incomplete configuration for linking is reported with all that it takes', () => {
  expect(() => parseConfig({ DISCORD_CLIENT_ID: '12345678901234567' })).toThrow(
    'linking accounts needs DISCORD_TOKEN, DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET',
  );
});

test('an empty configuration runs every part on a laptop', () => {
  const config = parseConfig({});
  expect([...config.parts]).toEqual(['commerce', 'intake', 'worker', 'bot', 'sandbox']);
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    discord: undefined,
    commerceRateLimit: 100,
  });
});

test('a real token leaves the sandbox out, unless PARTS names it', () => {
  const platform = { DISCORD_TOKEN: 'x'.repeat(30), DISCORD_GUILD_IDS: '12345678901234567' };
  expect(parseConfig(platform).parts.has('sandbox')).toBe(false);
  expect(parseConfig({ ...platform, PARTS: 'commerce,worker,sandbox' }).parts.has('sandbox')).toBe(true);
});

test('a remote Commerce Service leaves the embedded one out', () => {
  const remote = {
    COMMERCE_URL: 'https://shop.example/',
    COMMERCE_API_KEY: 'k'.repeat(20),
    COMMERCE_WEBHOOK_SECRET: 's'.repeat(20),
  };
  const config = parseConfig(remote);
  expect(config.parts.has('commerce')).toBe(false);
  expect(config.commerceUrl).toBe('https://shop.example');
});

test('fields of created objects can have aliases too', () => {
  const aliases = 'stock=units,custom_password=pass,trial_period_days=trial,url=target';
  expect(parseConfig({ COMMERCE_FIELD_ALIASES: aliases }).commerceFieldAliases.get('stock')).toBe('units');
});

test('two webhook secrets are the newer and the older one, and field aliases are a map', () => {
  const config = parseConfig({
    COMMERCE_WEBHOOK_SECRET: `ws_${'n'.repeat(16)},whsec_${'o'.repeat(32)}`,
    COMMERCE_FIELD_ALIASES: 'community_chat=forum,user=member',
  });
  expect(config.commerceWebhookSecrets).toEqual([`ws_${'n'.repeat(16)}`, `whsec_${'o'.repeat(32)}`]);
  expect([...config.commerceFieldAliases]).toEqual([
    ['community_chat', 'forum'],
    ['user', 'member'],
  ]);
});

test('an empty variable counts as unset', () => {
  expect(parseConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

test('every wrong variable has a line that names it and never shows its value', () => {
  const wrong = {
    PORT: 'tooth',
    HOST: 'not a host',
    PUBLIC_URL: 'ftp://hidden-value',
    TRUSTED_PROXIES: 'hidden value',
    DATABASE_URL: 'mysql://user:hidden-value@db',
    PARTS: 'commerce,hidden-value',
    DISCORD_TOKEN: 'hidden',
    DISCORD_GUILD_IDS: 'hidden-value',
    COMMERCE_CLIENT_ID: 'a hidden-value',
    COMMERCE_CLIENT_SECRET: 'hidden-value',
    COMMERCE_WEBHOOK_SECRET: `${'s'.repeat(16)},hidden`,
    COMMERCE_SIGNATURE_HEADER: 'hidden value',
    COMMERCE_FIELD_ALIASES: 'comunity_chat=hidden',
    COMMERCE_PRIVATE_HOSTS: 'http://hidden-value',
    COMMERCE_RATE_LIMIT: '-1',
    SMTP_URL: 'https://hidden-value',
    MAIL_FROM: 'hidden-value',
    SECRET_KEY: 'hidden-value',
    LOG_LEVEL: 'hidden-value',
  };
  const lines = problems(wrong);
  expect(lines.map((line) => line.split(' ')[0])).toEqual(Object.keys(wrong));
  expect(lines.join('\n')).not.toMatch(/hidden|tooth/);
});

test('proxies are addresses or networks', () => {
  const { trustedProxies } = parseConfig({ TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8,fd00::/8' });
  expect(trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  for (const wrong of ['proxy', '10.0.0.0/33', '127.0.0.1,10.0.0.999'])
    expect(problems({ TRUSTED_PROXIES: wrong })).toEqual([
      expect.stringMatching(/^TRUSTED_PROXIES must be addresses/),
    ]);
});

test('PUBLIC_URL needs https where members link, except on a private network', () => {
  const linking = {
    DISCORD_TOKEN: 'x'.repeat(30),
    DISCORD_GUILD_IDS: '12345678901234567',
    DISCORD_CLIENT_ID: '12345678901234567',
    DISCORD_CLIENT_SECRET: 's'.repeat(20),
  };
  for (const wrong of ['http://roles.example.org', 'http://8.8.8.8:3000', 'http://[2606:4700::1]'])
    expect(problems({ ...linking, PUBLIC_URL: wrong })).toEqual([
      expect.stringMatching(/^PUBLIC_URL must start with https/),
    ]);
  const fine = [
    'https://roles.example.org',
    'http://localhost:3000',
    'http://192.168.1.5',
    'http://bot:3000',
  ];
  for (const url of fine) expect(parseConfig({ ...linking, PUBLIC_URL: url }).publicUrl).toBe(url);
});

describe('a missing variable has a line that says why it is needed', () => {
  test.each([
    [{ DATABASE_URL: 'postgresql://localhost/x' }, 'SECRET_KEY'],
    [{ DISCORD_TOKEN: 'x'.repeat(30) }, 'DISCORD_GUILD_IDS'],
    [{ PARTS: 'bot,commerce' }, 'DISCORD_TOKEN'],
    [{ DISCORD_GUILD_IDS: '12345678901234567' }, 'DISCORD_TOKEN'],
    [{ DISCORD_API_URL: 'https://proxy.example' }, 'DISCORD_TOKEN'],
    [{ PARTS: 'worker,sandbox' }, 'COMMERCE_URL'],
    [
      {
        PARTS: 'intake',
        DISCORD_TOKEN: 'x'.repeat(30),
        DISCORD_GUILD_IDS: '12345678901234567',
        DISCORD_CLIENT_ID: '12345678901234567',
        DISCORD_CLIENT_SECRET: 's'.repeat(20),
      },
      'COMMERCE_URL',
    ],
    [{ SMTP_URL: 'smtps://mail.example' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'Shop <shop@example.com>' }, 'SMTP_URL'],
    [{ COMMERCE_URL: 'https://x.example', COMMERCE_WEBHOOK_SECRET: 's'.repeat(20) }, 'COMMERCE_API_KEY'],
    [{ COMMERCE_URL: 'https://x.example', COMMERCE_API_KEY: 'k'.repeat(20) }, 'COMMERCE_WEBHOOK_SECRET'],
  ])('%o needs %s', (variables, name) => {
    expect(problems(variables)).toEqual([expect.stringMatching(new RegExp(`^${name} is missing: `))]);
  });
});

test('an IPv6 host is reached in brackets, and a wildcard host on loopback', () => {
  expect(parseConfig({ HOST: '::1' }).localUrl).toBe('http://[::1]:3000');
  expect(parseConfig({ HOST: '0.0.0.0' }).localUrl).toBe('http://127.0.0.1:3000');
});
