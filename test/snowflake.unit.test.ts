import { expect, test } from 'vitest';
import { isSnowflake, isSnowflakeBy } from '../src/snowflake.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const EPOCH = Date.parse('2015-01-01T00:00:00Z');
const idOf = (at: Date) => String(BigInt(at.getTime() - EPOCH) << 22n);

test.each(['21154535154122752', '440832553390155656', '9223372036854775807'])('%s can be an id', (id) => {
  expect(isSnowflake(id)).toBe(true);
});

test.each([
  ...[
    '',
    'ada',
    'ada#1234',
    '0',
    '-1',
    '1e18',
    '44083255339015565.6',
    ' 440832553390155656',
    '４４０８３２５５３３９０１５５６５６',
  ],
  ...[
    '1234567890123456',
    '00000000000000001',
    '9223372036854775808',
    '18446744073709551615',
    '99999999999999999999',
  ],
])('%j cannot be an id', (id) => {
  expect([isSnowflake(id), isSnowflakeBy(id, NOW)]).toEqual([false, false]);
});

test('an id from the future is refused, with a day of tolerance for clocks that differ', () => {
  const day = 86_400_000;
  for (const [ahead, isTaken] of [
    [0, true],
    [day, true],
    [day + 1_000, false],
    [365 * day, false],
  ] as const) {
    const id = idOf(new Date(NOW.getTime() + ahead));
    expect([isSnowflake(id), isSnowflakeBy(id, NOW)]).toEqual([true, isTaken]);
  }
});
