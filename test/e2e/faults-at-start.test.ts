import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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
  const started = startProcess({ PORT: String(port), DATA_DIR: await temporaryFolder() });
  expect(await started.ended).toBe(1);
  expect(started.output()).toContain(`Port ${port} on 127.0.0.1 can't be used: Another program uses it.`);
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
  const dataDir = await temporaryFolder();
  const port = await freePort();
  const first = startProcess({ PORT: String(port), DATA_DIR: dataDir });
  await first.printed('Rolekeeper is running');
  const second = startProcess({ PORT: String(await freePort()), DATA_DIR: dataDir });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain('Another Rolekeeper already runs on this folder');
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  expect(await first.end('SIGTERM')).toBe(0);
});
