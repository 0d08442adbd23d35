import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifyChain } from '../../src/audit/verify.ts';
import { openDatabase } from '../../src/database/index.ts';
import { dataDirForThisTest } from '../support/data-dir.ts';
import { createTestDatabase, isOnServer } from '../support/database.ts';
import { appendAll } from './log.ts';

const HELPER = join(import.meta.dirname, 'append-and-hang.helper.ts');

/** Returns a database that another process can open too. */
async function reachable(): Promise<{ readonly url: string | undefined; readonly dataDir: string }> {
  if (!isOnServer()) return { url: undefined, dataDir: await dataDirForThisTest() };
  const home = await createTestDatabase();
  onTestFinished(() => home.remove());
  return { url: home.url, dataDir: '' };
}

test('a process that is killed before it commits leaves neither an entry nor a gap', async () => {
  const { url, dataDir } = await reachable();
  const child = spawn(process.execPath, [HELPER, url ?? '', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await closed;
  const database = await openDatabase({ url, dataDir });
  await appendAll(database.prisma, ['after']);
  expect(await database.prisma.auditEntry.findMany()).toMatchObject([{ seq: 1n, objectId: 'after' }]);
  expect(await verifyChain(database.prisma)).toMatchObject({ kind: 'intact', head: { seq: 1n } });
  await database.close();
});
