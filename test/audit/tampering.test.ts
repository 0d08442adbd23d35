import { expect, test } from 'vitest';
import { type Anchor, verifyChain } from '../../src/audit/verify.ts';
import type { PrismaClient, Transaction } from '../../src/database/index.ts';
import { databaseForThisTest } from '../support/database.ts';
import { appendAll, tamper } from './log.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

const sql = (text: string) => (transaction: Transaction) => transaction.$executeRawUnsafe(text);

/** Recomputes the hashes from this entry on, as an attacker who knows the code could. */
const rehash = (from: number) => async (transaction: Transaction) => {
  for (let seq = from; seq <= NAMES.length; seq++) {
    await transaction.$executeRaw`
      UPDATE audit.entries SET previous = (SELECT hash FROM audit.entries WHERE seq = ${seq - 1}) WHERE seq = ${seq}`;
    await transaction.$executeRaw`UPDATE audit.entries SET hash = audit.hash_of(entries) WHERE seq = ${seq}`;
  }
};

const moveHead = sql(
  `UPDATE audit.head SET (seq, hash) = (SELECT seq, hash FROM audit.entries ORDER BY seq DESC LIMIT 1)`,
);

const inTurn =
  (...acts: readonly ((transaction: Transaction) => Promise<unknown>)[]) =>
  async (transaction: Transaction) => {
    for (const act of acts) await act(transaction);
  };

const change = (set: string) => sql(`UPDATE audit.entries SET ${set} WHERE seq = 3`);

/** Fills a log, and returns its head as an anchor. */
async function filled(): Promise<{ prisma: PrismaClient; anchor: Anchor }> {
  const { prisma } = await databaseForThisTest();
  await appendAll(prisma, NAMES);
  const whole = await verifyChain(prisma);
  if (whole.kind !== 'intact') throw new Error('It should be intact.');
  return { prisma, anchor: whole.head };
}

test.each([
  ['at', change(`at = at + interval '1 millisecond'`), 3, 'changed'],
  ['who', change(`actor_id = 'somebody else'`), 3, 'changed'],
  ['the kind of actor', change(`actor_kind = 'admin'`), 3, 'changed'],
  ['what was done', change(`action = 'plan updated'`), 3, 'changed'],
  ['the type of object', change(`object_type = 'product'`), 3, 'changed'],
  ['the object', change(`object_id = 'z'`), 3, 'changed'],
  ['the address', change(`address = '203.0.113.9'`), 3, 'changed'],
  ['an address that is empty instead of none', change(`address = ''`), 3, 'changed'],
  ['the guild', change(`guild_id = '1'`), 3, 'changed'],
  ['the details', change(`details = '{"a":1}'`), 3, 'changed'],
  ['the key', change(`key = 'k'`), 3, 'changed'],
  ['the order', change('settles = 1'), 3, 'changed'],
  ['the previous hash', change(`previous = repeat('0', 64)`), 3, 'changed'],
  [
    'text moved from one field to the next',
    change(`actor_kind = 'operato', actor_id = 'rtest'`),
    3,
    'changed',
  ],
  [
    'an entry with its own hash',
    inTurn(
      change(`action = 'x'`),
      sql('UPDATE audit.entries SET hash = audit.hash_of(entries) WHERE seq = 3'),
    ),
    4,
    'detached',
  ],
  [
    'the last entry with its own hash',
    inTurn(sql(`UPDATE audit.entries SET action = 'x' WHERE seq = 6`), rehash(6)),
    6,
    'not the head',
  ],
  ['a removed entry', sql('DELETE FROM audit.entries WHERE seq = 3'), 3, 'missing'],
  ['the first entry removed', sql('DELETE FROM audit.entries WHERE seq = 1'), 1, 'missing'],
  ['the last entry removed', sql('DELETE FROM audit.entries WHERE seq = 6'), 6, 'missing'],
  ['everything removed', sql('DELETE FROM audit.entries'), 1, 'missing'],
  [
    'entries numbered otherwise',
    sql('UPDATE audit.entries SET seq = -seq WHERE seq IN (3, 4)'),
    3,
    'missing',
  ],
  [
    'the head set back',
    sql(`UPDATE audit.head SET (seq, hash) = (SELECT seq, hash FROM audit.entries WHERE seq = 4)`),
    5,
    'beyond the head',
  ],
  ['the head removed', sql('DELETE FROM audit.head'), 0, 'not the head'],
] as const)('verification finds the tampering: %s', async (_, act, seq, fault) => {
  const { prisma } = await filled();
  await tamper(prisma, act);
  expect(await verifyChain(prisma)).toEqual({ kind: 'broken', seq: BigInt(seq), fault });
});

const swap = inTurn(
  sql('UPDATE audit.entries SET seq = -3 WHERE seq = 3'),
  sql('UPDATE audit.entries SET seq = 3 WHERE seq = 4'),
  sql('UPDATE audit.entries SET seq = 4 WHERE seq = -3'),
);

test('two swapped entries are found at the first of them', async () => {
  const { prisma } = await filled();
  await tamper(prisma, swap);
  expect(await verifyChain(prisma)).toEqual({ kind: 'broken', seq: 3n, fault: 'changed' });
});

test.each([
  [
    'the tail was cut off, and the head set back',
    inTurn(sql('DELETE FROM audit.entries WHERE seq > 4'), moveHead),
    5,
    'missing',
  ],
  [
    'everything was removed, and the head set back',
    inTurn(sql('DELETE FROM audit.entries'), sql(`UPDATE audit.head SET seq = 0, hash = repeat('0', 64)`)),
    1,
    'missing',
  ],
  [
    'an entry was changed, and every hash since computed anew',
    inTurn(change(`actor_id = 'x'`), rehash(3), moveHead),
    6,
    'not the anchor',
  ],
  [
    'the last entry was replaced',
    inTurn(sql(`UPDATE audit.entries SET action = 'x' WHERE seq = 6`), rehash(6), moveHead),
    6,
    'not the anchor',
  ],
  [
    'two entries changed places, and every hash since was computed anew',
    inTurn(swap, rehash(3), moveHead),
    6,
    'not the anchor',
  ],
] as const)('only an anchor reveals the tampering: %s', async (_, act, seq, fault) => {
  const { prisma, anchor } = await filled();
  await tamper(prisma, act);
  expect(await verifyChain(prisma)).toMatchObject({ kind: 'intact' });
  expect(await verifyChain(prisma, { expected: [anchor] })).toEqual({
    kind: 'broken',
    seq: BigInt(seq),
    fault,
  });
});

test('anchors of several entries fit, even after more entries were appended', async () => {
  const { prisma, anchor } = await filled();
  await appendAll(prisma, ['g']);
  const early = { seq: 1n, hash: (await prisma.auditEntry.findUniqueOrThrow({ where: { seq: 1 } })).hash };
  expect(await verifyChain(prisma, { expected: [anchor, early] })).toMatchObject({
    kind: 'intact',
    head: { seq: 7n },
  });
  const other = { seq: 1n, hash: anchor.hash };
  expect(await verifyChain(prisma, { expected: [early, other] })).toEqual({
    kind: 'broken',
    seq: 1n,
    fault: 'not the anchor',
  });
});

test('verification from a head checks only later entries, even behind a break', async () => {
  const { prisma, anchor } = await filled();
  await tamper(prisma, sql('DELETE FROM audit.entries WHERE seq = 2'));
  expect(await verifyChain(prisma, { since: anchor })).toMatchObject({ kind: 'intact', count: 0n });
  await appendAll(prisma, ['g', 'h']);
  const since = await verifyChain(prisma, { since: anchor });
  expect(since).toMatchObject({ kind: 'intact', count: 2n, head: { seq: 8n }, first: new Date(0) });
  const [wrong, beyond] = [
    { ...anchor, hash: '1'.repeat(64) },
    { ...anchor, seq: 9n },
  ];
  expect(await verifyChain(prisma, { since: wrong })).toEqual({ kind: 'broken', seq: 7n, fault: 'detached' });
  expect(await verifyChain(prisma, { since: beyond })).toEqual({ kind: 'broken', seq: 9n, fault: 'missing' });
});

test('an anchor before the start of the verification is compared with its entry', async () => {
  const { prisma, anchor: since } = await filled();
  const { hash } = await prisma.auditEntry.findUniqueOrThrow({ where: { seq: 4 } });
  const verify = (...expected: Anchor[]) => verifyChain(prisma, { since, expected });
  expect(await verify(since, { seq: 4n, hash })).toMatchObject({ kind: 'intact' });
  const broken = (seq: bigint, fault: string) => ({ kind: 'broken', seq, fault });
  for (const seq of [6n, 4n]) {
    const wrong = { seq, hash: 'f'.repeat(64) };
    expect(await verify(since, wrong)).toEqual(broken(seq, 'not the anchor'));
  }
  await tamper(prisma, change(`action = 'x'`));
  expect(await verify({ seq: 4n, hash }, { seq: 3n, hash })).toEqual(broken(3n, 'changed'));
  await tamper(prisma, sql('DELETE FROM audit.entries WHERE seq = 4'));
  expect(await verify({ seq: 4n, hash })).toEqual(broken(4n, 'missing'));
});
