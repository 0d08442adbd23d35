import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { breaksOlder } from './additive.ts';

/** The schema of the first version, which has no previous one. */
const BASE = '20261123140000_base';

const FOLDER = join(import.meta.dirname, '../../prisma/migrations');

test('every migration only adds, so the previous version keeps working beside it', () => {
  const names = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(names).toContain(BASE);
  for (const name of names.filter((each) => each > BASE)) {
    const sql = readFileSync(join(FOLDER, name, 'migration.sql'), 'utf8');
    expect(breaksOlder(sql), `${name}: add now and take away a version later`).toEqual([]);
  }
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
