import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  type Cause,
  canHappen,
  LIFE,
  type Row,
  statusAfter,
} from '../../../src/commerce-service/memberships/life/table.ts';
import { MembershipStatus } from '../../../src/commerce-service/memberships/schema.ts';

const DOCUMENT = new URL('../../../docs/membership-life.md', import.meta.url);

const isCause = (name: string): name is Cause => name in LIFE;
const causes = Object.keys(LIFE).filter(isCause);

/** The cells of one row of the table: cause, where each status leads, and what is told. */
function rowOf(cause: Cause): string[] {
  const { charge, tells }: Row = LIFE[cause];
  const leads = MembershipStatus.enum.map((status) => {
    const membership = { status };
    return canHappen(cause, membership) ? statusAfter(cause, membership.status) : '';
  });
  return [cause, ...leads, [charge && `payment_${charge}`, tells].filter(Boolean).join(', ')];
}

const HEAD = ['', ...MembershipStatus.enum, 'tells'];

/** The rows of the documentation's table, its alignment left out. */
const documented = () =>
  readFileSync(DOCUMENT, 'utf8')
    .split('\n')
    .filter((line) => /^\| *(`\w+`)? *\|/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.replaceAll('`', '').trim()),
    );

test('the documentation has the very table that memberships live by', () => {
  expect(documented()).toEqual([HEAD, ...causes.map(rowOf)]);
});

test('nothing happens to a canceled membership', () => {
  expect(causes.filter((cause) => canHappen(cause, { status: 'canceled' }))).toEqual([]);
});
