import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { breaksOlder } from './additive.ts';

/** From the migration after this one on, two versions may run at the same time. */
const BASE = '20261121183508_sweep_runs';

/** Migrations exempt from the check, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  '20261122172638_chat_sign_in':
    'its unique index is on a column of its own, which the version before leaves empty',
};

const FOLDER = join(import.meta.dirname, '../../prisma/migrations');

const names = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name > BASE && !(entry.name in EXCEPTIONS))
  .map(({ name }) => name);

test.each(names)('%s only adds, so the previous version keeps working beside it', (name) => {
  const sql = readFileSync(join(FOLDER, name, 'migration.sql'), 'utf8');
  expect(
    breaksOlder(sql),
    'add now and take away a version later, or list it in EXCEPTIONS with the reason (CONTRIBUTING.md, migrations)',
  ).toEqual([]);
});

test('every exception is an existing migration', () => {
  expect(readdirSync(FOLDER)).toEqual(expect.arrayContaining(Object.keys(EXCEPTIONS)));
});

test.each([
  'DROP TABLE "community"."drift"',
  'ALTER TABLE "community"."drift" DROP COLUMN "run"',
  'ALTER TABLE "community"."drift" RENAME COLUMN "run" TO "sweep"',
  'ALTER TABLE "community"."drift" ALTER COLUMN "run" SET NOT NULL',
  'ALTER TABLE "community"."drift" ADD COLUMN "a" TEXT,\nADD COLUMN "run" TEXT NOT NULL',
  'ALTER TABLE "community"."drift" ALTER COLUMN "run" SET DATA TYPE INTEGER',
  `ALTER TYPE "community"."at_end" ADD VALUE 'ban'`,
  'CREATE UNIQUE INDEX "drift_run" ON "community"."drift"("run")',
])('a breaking statement is detected: %s', (sql) => {
  expect(breaksOlder(`-- A comment\n${sql};`)).toHaveLength(1);
});

test.each([
  'CREATE TABLE "community"."new" ("id" TEXT NOT NULL);\nCREATE UNIQUE INDEX "new_id" ON "community"."new"("id")',
  'ALTER TABLE "community"."drift" ADD COLUMN "run" TEXT,\nADD COLUMN "n" INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE "community"."drift" ALTER COLUMN "run" DROP NOT NULL',
  'DROP INDEX "community"."drift_run"',
])('an additive statement is accepted: %s', (sql) => {
  expect(breaksOlder(`${sql};`)).toEqual([]);
});
