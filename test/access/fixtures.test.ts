import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/database/index.ts';
import { openTestDatabase } from '../support/database.ts';
import { cases, complaints, PARTS, ROOT, readEvents, readJson } from './fixtures/folders.ts';
import { type Ground, openGround } from './fixtures/shared-world.ts';
import { record } from './fixtures/record.ts';

let database: Database;
let ground: Ground;
beforeAll(async () => {
  database = await openTestDatabase();
  ground = await openGround(database);
});
afterAll(async () => {
  await ground.close();
  await database.close();
});

const all = cases().map((name) => ({ name, events: readEvents(name) }));

test.each(all.map((one) => [`${one.name}: ${one.events.sentence}`, one] as const))('%s', async (_, one) => {
  const recorded = await record(ground, one.events);
  for (const part of PARTS) {
    expect(recorded[part], part).toEqual(readJson(join(ROOT, one.name, `${part}.json`)));
  }
});

test('there is a case for each complaint, and a complaint for each case', () => {
  const covered = new Set(cases().map((name) => name.split('/')[0]));
  expect([...covered].toSorted()).toEqual([...complaints().keys()].toSorted());
  expect(cases().length).toBeGreaterThanOrEqual(80);
});
