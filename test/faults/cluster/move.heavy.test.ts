import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseConfig } from '../../../src/config/config.ts';
import { loadSecrets } from '../../../src/config/secrets.ts';
import { type Database, openDatabase } from '../../../src/database/index.ts';
import { createSeal } from '../../../src/linking/seal.ts';
import { emptyDatabase, hasServer, query } from '../../support/empty-database.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { userOf } from '../../support/journey.ts';
import { freePort } from '../../support/ports.ts';
import { startProcess } from '../../support/process.ts';

const API_KEY = 'key_for_the_test_of_moving';

/** Enough that a run can be killed in the middle of them. */
const EVENTS = 20_000;

/** What JSON and text may hold that is easily lost on the way. */
const ODD = { text: 'ü "quoted" \\ \u2028 {a,b}', nul: '\u0000', number: 1.5e-7 };

/** Runs the command. @param killAt what it prints when it is to be killed */
async function move(variables: Record<string, string>, killAt?: string) {
  const child = spawn(process.execPath, ['scripts/move-database.ts'], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...variables },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (killAt && output.includes(killAt)) child.kill('SIGKILL');
    });
  await once(child, 'close');
  return { code: child.exitCode, output };
}

/** An embedded Rolekeeper that has sold something, and holds tokens. */
async function livedIn() {
  const dataDir = await temporaryFolder();
  const port = await freePort();
  const variables = { PORT: String(port), DATA_DIR: dataDir, COMMERCE_API_KEY: API_KEY };
  const first = startProcess(variables);
  await first.printed('Rolekeeper is running');
  const user = userOf(`http://127.0.0.1:${port}`, API_KEY);
  const buyer = (await user.people()).at(-1)?.id ?? '';
  const [plan] = await user.plans();
  await user.buy(plan?.direct_link ?? '', buyer);
  await user.hasRole(buyer, 'Supporter');
  const during = await move({
    ...variables,
    DATABASE_URL: 'postgresql://127.0.0.1/none',
    SECRET_KEY: 'x'.repeat(32),
  });
  expect(during.output).toContain('Another Rolekeeper is already using this folder');
  expect(await first.end('SIGTERM')).toBe(0);

  const database = await openDatabase({ url: undefined, dataDir });
  const secretKey = readFileSync(join(dataDir, 'secret.key'), 'utf8').trim();
  const { tokenKeys } = loadSecrets(parseConfig({ SECRET_KEY: secretKey }));
  const tokens = { access: 'a', refresh: 'r', expiresAt: new Date(0) };
  await database.prisma.chatGrant.create({
    data: { chatUserId: '1', tokens: createSeal(tokenKeys).seal(JSON.stringify(tokens), 'test') },
  });
  await database.prisma.inboxEvent.createMany({
    data: Array.from({ length: EVENTS }, (_, n) => ({
      id: `odd_${n}`,
      name: 'none',
      receivedAt: new Date(n),
      payload: ODD,
    })),
  });
  const events = await database.prisma.inboxEvent.count();
  await database.close();
  return { events, dataDir, port, variables, secretKey, user, buyer, plan, sealed: createSeal(tokenKeys) };
}

/** Every row of every table as text. */
async function rowsOf({ prisma }: Database): Promise<readonly string[]> {
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
    WHERE table_schema IN ('audit', 'commerce', 'community') OR (table_schema, table_name) = ('pgboss', 'job')`;
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await prisma.$queryRawUnsafe<{ row: string }[]>(`SELECT t::text AS row FROM ${name} AS t`);
    texts.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return texts.toSorted();
}

test.runIf(hasServer)('everything moves to a server, or nothing does', { timeout: 300_000 }, async () => {
  const { events, variables, secretKey, user, buyer, plan, sealed, dataDir } = await livedIn();
  const url = await emptyDatabase();
  const target = { ...variables, DATABASE_URL: url };
  const wrong = await move({ ...target, SECRET_KEY: 'x'.repeat(32) });
  expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('SECRET_KEY is not the key') });

  const known = { ...target, SECRET_KEY: secretKey };
  const killed = await move(known, 'commerce.accounts: 1');
  expect([killed.code, killed.output]).toEqual([null, expect.not.stringContaining('Moved')]);
  expect(await query(url, 'SELECT count(*)::int FROM commerce.accounts')).toEqual([[0]]);

  const moved = await move(known);
  expect(moved).toMatchObject({ code: 0, output: expect.stringContaining(`inbox_events: ${events}`) });
  expect(moved.output).not.toContain(secretKey);
  const again = await move(known);
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('is already in use') });

  // Row for row, and the embedded one has kept its own.
  const before = await openDatabase({ url: undefined, dataDir });
  const after = await openDatabase({ url: `${url}?options=-c%20TimeZone%3DUTC`, dataDir });
  expect(await rowsOf(after)).toEqual(await rowsOf(before));
  const [grant] = await after.prisma.chatGrant.findMany();
  expect(sealed.open(grant?.tokens ?? '', 'test')).toContain('refresh');
  await before.close();
  await after.close();

  const running = startProcess(known);
  await running.printed('Rolekeeper is running');
  await user.hasRole(buyer, 'Supporter');
  const [membership] = await user.validMemberships(buyer);
  await user.terminate(membership?.id ?? '');
  await user.lacksRole(buyer, 'Supporter');
  await user.buy(plan?.direct_link ?? '', buyer);
  await user.hasRole(buyer, 'Supporter');
  expect(await running.end('SIGTERM')).toBe(0);
});
