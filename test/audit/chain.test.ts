import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appendEntry } from '../../src/audit/append.ts';
import { verifyChain } from '../../src/audit/verify.ts';
import { createTestDatabase, databaseForThisTest } from '../support/database.ts';
import { appendAll, deed } from './log.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

test('the hash of an entry follows from its content, for any content', async () => {
  const { prisma } = await databaseForThisTest();
  const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((one) => !one.includes('\0'));
  const maybe = fc.option(text, { nil: null });
  const json = fc.dictionary(
    text,
    fc.jsonValue({ maxDepth: 2 }).filter((one) => one !== null),
  );
  const at = fc.date({ min: new Date('1999-01-01'), max: new Date('2400-01-01'), noInvalidDate: true });
  const wish = fc.record({
    action: text,
    type: text,
    id: text,
    address: maybe,
    guildId: maybe,
    details: json,
    at,
  });
  const wishes = fc.sample(wish, { numRuns: 60, seed: 20261122 });
  for (const { at: moment, type, id, guildId, details, ...rest } of wishes) {
    const entry = deed(id, { ...rest, object: { type, id }, ...(guildId !== null && { guildId }) });
    await appendEntry(prisma, moment, { ...entry, details: JSON.parse(JSON.stringify(details)) });
  }
  expect(await verifyChain(prisma)).toMatchObject({ kind: 'intact', head: { seq: 60n } });
});

test('an order and its outcome are two entries, and neither can be appended twice', async () => {
  const { prisma } = await databaseForThisTest();
  const order = await appendEntry(prisma, new Date(), deed('a', { key: 'order' }));
  await appendEntry(prisma, new Date(), deed('a', { settles: order }));
  await expect(appendEntry(prisma, new Date(), deed('b', { key: 'order' }))).rejects.toMatchObject({
    code: 'P2002',
  });
  await expect(appendEntry(prisma, new Date(), deed('b', { settles: order }))).rejects.toMatchObject({
    code: 'P2002',
  });
  await appendAll(prisma, ['c']);
  expect(await verifyChain(prisma)).toMatchObject({ kind: 'intact', head: { seq: 3n } });
});

test('a rollback leaves neither an entry nor a gap', async () => {
  const { prisma } = await databaseForThisTest();
  await appendAll(prisma, ['first']);
  const doomed = prisma.$transaction(async (transaction) => {
    await appendEntry(transaction, new Date(), deed('never'));
    throw new Error('changed my mind');
  });
  await expect(doomed).rejects.toThrow('changed my mind');
  await appendAll(prisma, ['second']);
  const entries = await prisma.auditEntry.findMany({ orderBy: { seq: 'asc' } });
  expect(entries.map(({ seq, objectId }) => [seq, objectId])).toEqual([
    [1n, 'first'],
    [2n, 'second'],
  ]);
  expect(await verifyChain(prisma)).toMatchObject({ kind: 'intact', head: { seq: 2n } });
});

test('two processes that append at once leave one chain without gaps', async () => {
  const home = await createTestDatabase();
  const databases = await Promise.all([home.open(), home.open()]);
  const append = async (from: number, n: number) => {
    const { prisma } = databases[from] ?? databases[0];
    const act = prisma.$transaction(
      async (transaction) => {
        await appendEntry(transaction, new Date(), deed(`${from} ${n}`));
        if (n % 5 === 0) throw new Error('undone');
      },
      { maxWait: 60_000, timeout: 60_000 },
    );
    await act.catch((error: unknown) => expect(error).toMatchObject({ message: 'undone' }));
  };
  await Promise.all(numbers(50).flatMap((n) => [append(0, n), append(1, n)]));
  const [{ prisma }] = databases;
  const entries = await prisma.auditEntry.findMany({ orderBy: { seq: 'asc' } });
  expect(entries.map(({ seq }) => Number(seq))).toEqual(numbers(80));
  expect(new Set(entries.map(({ objectId }) => objectId)).size).toBe(80);
  expect(await verifyChain(prisma)).toMatchObject({ kind: 'intact', head: { seq: 80n } });
  for (const database of databases) await database.close();
  await home.remove();
});

test.each([
  ['an entry can not be changed', `UPDATE audit.entries SET actor_id = 'nobody' WHERE seq = 1`],
  ['an entry can not be removed', 'DELETE FROM audit.entries WHERE seq = 2'],
  ['the log can not be emptied', 'TRUNCATE audit.entries CASCADE'],
  ['the head can not be moved', 'UPDATE audit.head SET seq = 1'],
  ['the head can not be removed', 'DELETE FROM audit.head'],
  ['there is no second head', `INSERT INTO audit.head (id, seq, hash) VALUES (2, 0, '')`],
])('%s', async (_, sql) => {
  const { prisma } = await databaseForThisTest();
  await appendAll(prisma, ['a', 'b']);
  await expect(prisma.$executeRawUnsafe(sql)).rejects.toThrow('The audit log is only ever appended to');
  expect(await verifyChain(prisma)).toMatchObject({ kind: 'intact', head: { seq: 2n } });
});

test('a number or hash supplied by the writer is ignored', async () => {
  const { prisma } = await databaseForThisTest();
  await appendAll(prisma, ['a']);
  const forged = {
    seq: 40n,
    previous: 'x',
    hash: 'y',
    actorKind: 'operator',
    actorId: 'me',
    action: 'plan created',
  };
  await prisma.auditEntry.create({ data: { ...forged, objectType: 'plan', objectId: 'b', at: new Date() } });
  expect(await verifyChain(prisma)).toMatchObject({ kind: 'intact', head: { seq: 2n } });
});
