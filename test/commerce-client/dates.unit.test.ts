import { expect, test } from 'vitest';
import { toDate } from '../../src/commerce-client/fields.ts';

test.each([
  [1_670_200_137, '2022-12-05T00:28:57.000Z'],
  ['1670200137', '2022-12-05T00:28:57.000Z'],
  [1_670_200_137_123, '2022-12-05T00:28:57.123Z'],
  ['2022-12-05 02:28:57 +0200', '2022-12-05T00:28:57.000Z'],
  ['2022-12-05 00:28:57 UTC', '2022-12-05T00:28:57.000Z'],
  ['2022-12-05T00:28:57.5Z', '2022-12-05T00:28:57.500Z'],
  ['2022-12-05T00:28:57', '2022-12-05T00:28:57.000Z'],
  ['2022-12-05', '2022-12-05T00:00:00.000Z'],
])('%j is read as %s', (written, moment) => {
  expect(toDate(written)?.toISOString()).toBe(moment);
});

test.each([null, '', 'soon', 0, -1, Number.NaN, '-271820-01-01T00:00:00Z', 1e300, {}, [], true])(
  '%j is not a date',
  (written) => {
    expect(toDate(written)).toBeUndefined();
  },
);
