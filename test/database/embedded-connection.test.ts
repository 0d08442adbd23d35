import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { poolOf } from '../../src/database/embedded-connection.ts';
import { loadTemplate } from '../support/template.ts';

let shared: PGlite;
beforeAll(async () => {
  shared = await loadTemplate();
});
afterAll(() => shared.close());

/** Opens a pool of the test's own, with an empty table of numbers. */
async function poolForThisTest(pglite = shared) {
  const pool = poolOf(pglite);
  onTestFinished(() => pool.end());
  await pool.query('DROP TABLE IF EXISTS numbers; CREATE TABLE numbers (n int)');
  return pool;
}

/** The same on a database that the test may break. */
async function poolToBreak() {
  const pglite = await loadTemplate();
  onTestFinished(async () => {
    if (!pglite.closed) await pglite.close();
  });
  return { pglite, pool: await poolForThisTest(pglite) };
}

test.each([
  ['while nothing is asked', false],
  ['before its statement is answered', true],
])(
  'a connection that ends within a transaction, %s, rolls it back before another one is served',
  async (_, isAsking) => {
    const pool = await poolForThisTest();
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query('INSERT INTO numbers VALUES (1)');
    const unanswered = isAsking
      ? client.query('INSERT INTO numbers VALUES (2)').catch((error) => error.message)
      : undefined;
    client.release(true);
    await pool.query('INSERT INTO numbers VALUES (3)');
    if (isAsking) expect(await unanswered).toMatch(/terminated/);
    expect((await pool.query('SELECT n FROM numbers')).rows).toEqual([{ n: 3 }]);
  },
);

test('a connection that replaces another one prepares the same statements', async () => {
  const pool = await poolForThisTest();
  const count = { name: 'count', text: 'SELECT count(*) FROM numbers' };
  const client = await pool.connect();
  await client.query(count);
  client.release(true);
  expect((await pool.query(count)).rows).toEqual([{ count: '0' }]);
});

test('a failing statement reports its cause, and the next one is answered', async () => {
  const pool = await poolForThisTest();
  await expect(pool.query('INSERT INTO numbers VALUES ($1)', ['many'])).rejects.toMatchObject({
    code: '22P02',
  });
  await expect(pool.query('BEGIN; SELECT 1 / 0; COMMIT')).rejects.toMatchObject({ code: '22012' });
  expect((await pool.query('SELECT count(*) FROM numbers')).rows).toEqual([{ count: '0' }]);
});

test('a closed database refuses statements', async () => {
  const { pglite, pool } = await poolToBreak();
  await pglite.close();
  await expect(pool.query('SELECT 1')).rejects.toThrow('the embedded database is closed');
});

test('a statement at which PostgreSQL itself breaks off is rejected without a wait', async () => {
  const { pglite, pool } = await poolToBreak();
  // Mimics the library after a WebAssembly trap.
  pglite.execProtocolRawStream = async () => undefined;
  await expect(pool.query('SELECT 1')).rejects.toThrow(
    'the embedded database stopped in the middle of an answer',
  );
});
