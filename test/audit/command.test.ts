import { expect, test } from 'vitest';
import { verifyAudit } from '../../scripts/verify-audit.ts';
import { dataDirForThisTest } from '../support/data-dir.ts';
import { databaseForThisTest, reopening } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { AUDIT_VERIFY } from '../support/start-command.ts';
import { collect, runScript } from '../support/terminal.ts';
import { appendAll, tamper } from './log.ts';

const npmRunVerify = (dataDir: string) => runScript(AUDIT_VERIFY, [], { DATA_DIR: dataDir });

test('the command reports whether the log is intact, prints an anchor, and checks against one', async () => {
  const dataDir = await dataDirForThisTest();
  expect(await npmRunVerify(dataDir)).toEqual({ code: 0, output: 'The audit log is empty.\n' });
  const database = await databaseForThisTest();
  const { prisma } = database;
  const verify = (...args: string[]) =>
    collect((terminal) => verifyAudit(args, { DATA_DIR: dataDir }, terminal, reopening(database)));
  await appendAll(prisma, ['a', 'b', 'c']);
  const intact = await verify();
  expect(intact).toMatchObject({
    code: 0,
    output: expect.stringMatching(/intact: 3 entries, 1970-01-01T00:00:00.000Z to 1970-01-01T00:00:02.000Z/),
  });
  const anchor = /^Head: (3:[0-9a-f]{64})$/m.exec(intact.output)?.[1] ?? '';
  expect(await verify('--expect', anchor)).toEqual(intact);
  expect((await verify('--since', anchor)).output).toBe('Nothing was appended since.\n');
  expect(await verify('--since', anchor, '--expect', `2:${'f'.repeat(64)}`)).toMatchObject({
    code: 1,
    output: expect.stringContaining('broken at entry 2. Its hash isn’t the expected one'),
  });

  await tamper(prisma, async (transaction) => {
    await transaction.auditEntry.deleteMany({ where: { seq: 3 } });
    await transaction.$executeRaw`
      UPDATE audit.head SET (seq, hash) = (SELECT seq, hash FROM audit.entries WHERE seq = 2)`;
  });
  expect(await verify()).toMatchObject({
    code: 0,
    output: expect.stringContaining('intact: 2 entries'),
  });
  expect(await verify('--expect', anchor)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/broken at entry 3\. It is missing.*\n.*\n.*compare with a backup/),
  });
});

test('the command reports a missing database or invalid arguments and changes nothing', async () => {
  const empty = await temporaryFolder();
  const verify = (...args: string[]) =>
    collect((terminal) => verifyAudit(args, { DATA_DIR: empty }, terminal));
  expect(await npmRunVerify(empty)).toMatchObject({
    code: 1,
    output: expect.stringContaining('no embedded database'),
  });
  expect(await verify('--expect', '3')).toMatchObject({
    code: 1,
    output: expect.stringContaining('A head is an entry number and a hash'),
  });
  expect(await verify('--except')).toMatchObject({
    code: 1,
    output: expect.stringContaining('--except'),
  });
});
