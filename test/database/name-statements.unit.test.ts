import { expect, test } from 'vitest';
import { nameStatements } from '../../src/database/name-statements.ts';

/** The longest name that PostgreSQL doesn't shorten, in bytes. */
const LONGEST_NAME = 63;

test('a statement has a name from the second time on, the same whoever names it', () => {
  const [nameOf, other] = [nameStatements(), nameStatements()];
  const [first, second, third] = ['SELECT 1', 'SELECT 1', 'SELECT 1'].map(nameOf);
  expect(first).toBe('');
  expect(second).not.toBe('');
  expect(third).toBe(second);
  expect(Buffer.byteLength(second ?? '')).toBeLessThanOrEqual(LONGEST_NAME);
  expect(['SELECT 1', 'SELECT 1'].map(other)).toEqual(['', second]);
});

test('different statements have different names', () => {
  const nameOf = nameStatements();
  const statements = Array.from({ length: 100 }, (_, n) => `SELECT ${n}`);
  statements.forEach(nameOf);
  expect(new Set(statements.map(nameOf)).size).toBe(100);
});

test('neither the named nor the remembered statements exceed their limits', () => {
  const nameOf = nameStatements({ named: 2, remembered: 3 });
  const repeat = (sql: string) => [nameOf(sql), nameOf(sql)][1] !== '';
  expect(['a', 'b', 'c'].map(repeat)).toEqual([true, true, false]);
  const crowded = nameStatements({ named: 2, remembered: 1 });
  expect(['a', 'b', 'b', 'a'].map((sql) => crowded(sql) !== '')).toEqual([false, false, false, true]);
});
