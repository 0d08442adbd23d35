import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rotateSecrets } from '../../scripts/rotate-secrets.ts';
import { parseConfig } from '../../src/config/config.ts';
import { loadSecrets } from '../../src/config/secrets.ts';
import { openTokens, sealTokens } from '../../src/linking/providers.ts';
import { requireReadable } from '../../src/linking/rotate.ts';
import { createSeal } from '../../src/linking/seal.ts';
import { databaseForThisTest, reopening } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { collect } from '../support/terminal.ts';

const OLD = 'o'.repeat(43);
const NEW = 'n'.repeat(43);
const WRONG = 'w'.repeat(43);
const TOKENS = { access: 'a', refresh: 'r', expiresAt: 0, scopes: ['identify'] };
const keysOf = (...keys: readonly string[]) =>
  loadSecrets(parseConfig({ SECRET_KEY: keys.join(',') })).tokenKeys;
const sealOf = (...keys: readonly string[]) => createSeal(keysOf(...keys));

/** An installation with three stored tokens: of a grant, of a revocation and of a member who is linking. */
async function installation() {
  const database = await databaseForThisTest();
  const { prisma } = database;
  const dataDir = await temporaryFolder();
  const sealed = (userId: string) => sealTokens(sealOf(OLD), 'chat', userId, TOKENS);
  await prisma.chatGrant.create({ data: { chatUserId: '1', tokens: sealed('1') } });
  await prisma.tokenRevocation.create({
    data: { side: 'chat', userId: '2', tokens: sealed('2'), since: new Date(0) },
  });
  await prisma.linkJourney.create({
    data: {
      ...{
        session: 's',
        step: 'confirm',
        chatUserId: '3',
        chatTokens: sealed('3'),
        commerceUserId: 'user_3',
      },
      commerceTokens: sealTokens(sealOf(OLD), 'commerce', 'user_3', TOKENS),
      expiresAt: new Date(0),
    },
  });
  return {
    dataDir,
    prisma,
    rotate: (args: readonly string[], ...keys: readonly string[]) =>
      collect((terminal) =>
        rotateSecrets(
          args,
          { DATA_DIR: dataDir, ...(keys.length > 0 && { SECRET_KEY: keys.join(',') }) },
          terminal,
          reopening(database),
        ),
      ),
    /** Everything that is stored and sealed. */
    stored: async () => ({
      grants: (await prisma.chatGrant.findMany({ orderBy: { chatUserId: 'asc' } })).map(
        ({ tokens }) => tokens,
      ),
      revocations: (await prisma.tokenRevocation.findMany()).map(({ tokens }) => tokens),
      journeys: (await prisma.linkJourney.findMany()).flatMap(({ chatTokens, commerceTokens }) => [
        chatTokens,
        commerceTokens,
      ]),
    }),
  };
}

test('with keys that cannot decrypt what is stored nothing changes, unless the operator says so', async () => {
  const { rotate, stored } = await installation();
  const before = await stored();
  for (const keys of [[WRONG], [NEW, WRONG]]) {
    const refused = await rotate([], ...keys);
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringMatching(/SECRET_KEY can't decrypt.*--forget-unreadable/s),
    });
    expect(await stored()).toEqual(before);
  }
  expect(await rotate([], NEW, OLD)).toMatchObject({
    code: 0,
    output: expect.stringContaining('4 encrypted'),
  });
  const after = await stored();
  expect(openTokens(sealOf(NEW), 'chat', '1', after.grants[0] ?? '')).toEqual(TOKENS);
  expect(await rotate(['--forget-unreadable'], WRONG)).toMatchObject({
    code: 0,
    output: expect.stringContaining('3 unreadable ones removed'),
  });
  expect(await stored()).toEqual({ grants: [], revocations: [], journeys: [] });
  expect(await rotate(['--forget'], NEW)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Usage:'),
  });
});

test('a key in the data folder that cannot decrypt what is stored is not replaced', async () => {
  const { dataDir, rotate, stored } = await installation();
  const file = join(dataDir, 'secret.key');
  await writeFile(file, `${WRONG}\n`);
  const before = await stored();
  expect(await rotate([])).toMatchObject({ code: 1, output: expect.stringContaining("can't decrypt") });
  expect(readFileSync(file, 'utf8')).toBe(`${WRONG}\n`);
  expect(await stored()).toEqual(before);
  await writeFile(file, `${OLD}\n`);
  expect(await rotate([])).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).not.toContain(OLD);
  expect(await stored()).not.toEqual(before);
});

test('a damaged token and one of an unknown form are unreadable, and only they are forgotten', async () => {
  const { prisma, rotate, stored } = await installation();
  const old = sealOf(OLD);
  await prisma.chatGrant.createMany({
    data: [
      { chatUserId: '4', tokens: old.seal('{"access":1}', 'chat tokens of 4') },
      { chatUserId: '5', tokens: old.seal('no JSON', 'chat tokens of 5') },
      { chatUserId: '6', tokens: sealTokens(old, 'chat', 'another', TOKENS) },
    ],
  });
  const before = await stored();
  expect(await rotate([], NEW, OLD)).toMatchObject({
    code: 1,
    output: expect.not.stringContaining('no JSON'),
  });
  expect(await stored()).toEqual(before);
  expect(await rotate(['--forget-unreadable'], NEW, OLD)).toMatchObject({
    code: 0,
    output: expect.stringContaining('4 encrypted again with the newest key, 3 unreadable ones removed'),
  });
  expect((await stored()).grants).toHaveLength(1);
});

test('tokens of members who are linking count for whether a database can be moved with these keys', async () => {
  const { prisma } = await installation();
  await prisma.chatGrant.deleteMany();
  await prisma.tokenRevocation.deleteMany();
  const askIds = async (sql: string) =>
    (await prisma.$queryRawUnsafe<{ id: string }[]>(sql)).map(({ id }) => id);
  await requireReadable(askIds, keysOf(OLD));
  await expect(requireReadable(askIds, keysOf(WRONG))).rejects.toMatchObject({
    code: 'SECRET_KEY_DIFFERS',
  });
});
