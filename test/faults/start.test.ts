import { statSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dataDirForThisTest } from '../support/data-dir.ts';
import { emptyDatabase, hasServer, query } from '../support/empty-database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/ports.ts';
import { startProcess } from '../support/process.ts';

test('wrong variables stop the start with a line each, and no value is shown', async () => {
  const started = startProcess({ PORT: 'http', SECRET_KEY: 'too-short', DATA_DIR: await temporaryFolder() });
  expect(await started.ended).toBe(1);
  expect(started.output()).toMatch(/^PORT must be a port number/m);
  expect(started.output()).toMatch(/^SECRET_KEY must be/m);
  expect(started.output()).not.toContain('too-short');
});

test('a port that is taken is named, with what to do about it', async () => {
  const other = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const started = startProcess({ PORT: String(port), DATA_DIR: await dataDirForThisTest() });
  expect(await started.ended).toBe(1);
  expect(started.output()).toContain(`Port ${port} on 127.0.0.1 can't be used: Another program is using it.`);
});

test("a DATA_DIR that can't be used is named", async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'a-file'), '');
  const dataDir = join(folder, 'a-file', 'data');
  const started = startProcess({ PORT: String(await freePort()), DATA_DIR: dataDir });
  expect(await started.ended).toBe(1);
  expect(started.output()).toContain(`DATA_DIR can't be used (ENOTDIR): ${dataDir}`);
});

test('a second process on the same data stops at once, and the first one goes on', async () => {
  const dataDir = await dataDirForThisTest();
  const port = await freePort();
  const first = startProcess({ PORT: String(port), DATA_DIR: dataDir });
  await first.printed('Rolekeeper is running');
  const second = startProcess({ PORT: String(await freePort()), DATA_DIR: dataDir });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain('Another Rolekeeper is already using this folder');
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  expect(await first.end('SIGTERM')).toBe(0);
});

test('a database folder that has lost its files is not initialised over', async () => {
  const dataDir = await dataDirForThisTest();
  const first = startProcess({ PORT: String(await freePort()), DATA_DIR: dataDir });
  await first.printed('Rolekeeper is running');
  await first.end('SIGTERM');
  await rm(join(dataDir, 'postgres', 'PG_VERSION'));
  const second = startProcess({ PORT: String(await freePort()), DATA_DIR: dataDir });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain("The embedded database can't be opened (PG_VERSION is missing)");
});

test('a lock file that is none, and a server that is not there, are told apart from a second process', async () => {
  const dataDir = await temporaryFolder();
  await writeFile(join(dataDir, 'lock'), 'this is no lock of ours');
  const odd = startProcess({ PORT: String(await freePort()), DATA_DIR: dataDir });
  const absent = startProcess({
    PORT: String(await freePort()),
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: `postgresql://127.0.0.1:${await freePort()}/none`,
    SECRET_KEY: 'x'.repeat(32),
  });
  expect([await odd.ended, await absent.ended]).toEqual([1, 1]);
  expect(odd.output()).toContain("DATA_DIR can't be used");
  expect(absent.output()).toContain("The database can't be reached or migrated");
  expect(absent.output()).not.toContain('    at ');
});

test.runIf(hasServer)('a server that lets in too few is named, with what to do about it', async () => {
  const admin = await emptyDatabase();
  const url = new URL(admin);
  const role = `${url.pathname.slice(1)}_few`;
  // Enough for the migrations, too few for what comes then.
  await query(admin, `CREATE ROLE ${role} LOGIN CONNECTION LIMIT 3`);
  await query(admin, `ALTER DATABASE ${url.pathname.slice(1)} OWNER TO ${role}`);
  onTestFinished(async () => {
    await query(admin, `REASSIGN OWNED BY ${role} TO CURRENT_USER`);
    await query(admin, `DROP ROLE ${role}`);
  });
  url.username = role;
  const started = startProcess({
    PORT: String(await freePort()),
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: url.href,
    SECRET_KEY: 'x'.repeat(32),
  });
  expect(await started.ended).toBe(1);
  // Prisma and the queue report it in words of their own, and either may come first.
  expect(started.output()).toMatch(/^The database stopped answering: .*too many connections/m);
  expect(started.output()).not.toContain('    at ');
});

test('what it keeps is for its user alone, whatever the folder was open to before', async () => {
  const dataDir = await temporaryFolder();
  await chmod(dataDir, 0o755);
  await mkdir(join(dataDir, 'postgres'));
  await chmod(join(dataDir, 'postgres'), 0o755);
  const started = startProcess({ PORT: String(await freePort()), DATA_DIR: dataDir });
  await started.printed('Rolekeeper is running');
  const openTo = (others: number) => (name: string) =>
    // Some come and go while it runs.
    ((statSync(join(dataDir, name), { throwIfNoEntry: false })?.mode ?? 0) & others) !== 0;
  const kept = await readdir(dataDir);
  expect(kept).toEqual(expect.arrayContaining(['postgres', 'sandbox.db', 'secret.key']));
  expect(kept.filter(openTo(0o077))).toEqual([]);
  // Nobody gets to what is below, and a copy of it is nobody else's to write.
  const below = await readdir(dataDir, { recursive: true });
  expect(below.length).toBeGreaterThan(500);
  expect(below.filter(openTo(0o022))).toEqual([]);
  expect(await started.end('SIGTERM')).toBe(0);
});
