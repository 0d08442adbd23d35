import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/database/index.ts';
import { openTestDatabase } from '../support/database.ts';
import { cases, complaints, PARTS, ROOT, readEvents, readJson } from './fixtures/folders.ts';
import { record } from './fixtures/record.ts';
import { openSharedWorld, type SharedWorld } from './fixtures/shared-world.ts';

let database: Database;
let world: SharedWorld;
beforeAll(async () => {
  database = await openTestDatabase();
  world = await openSharedWorld(database);
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const all = cases().map((name) => ({ name, events: readEvents(name) }));

test.each(all.map((one) => [`${one.name}: ${one.events.sentence}`, one] as const))('%s', async (_, one) => {
  const recorded = await record(world, one.events);
  for (const part of PARTS) {
    expect(recorded[part], part).toEqual(readJson(join(ROOT, one.name, `${part}.json`)));
  }
});

test('every complaint has a case and every case has a complaint', () => {
  const covered = new Set(cases().map((name) => name.split('/')[0]));
  expect([...covered].toSorted()).toEqual([...complaints().keys()].toSorted());
  expect(cases().length).toBeGreaterThanOrEqual(80);
});
