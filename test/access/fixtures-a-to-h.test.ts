import { expect, test } from 'vitest';
import { cases, complaints } from './fixtures/folders.ts';
import { playCases } from './fixtures/play-cases.ts';

playCases((complaint) => complaint < 'i');

test('every complaint has a case and every case has a complaint', () => {
  const covered = new Set(cases().map((name) => name.split('/')[0]));
  expect([...covered].toSorted()).toEqual([...complaints().keys()].toSorted());
  expect(cases().length).toBeGreaterThanOrEqual(80);
});
