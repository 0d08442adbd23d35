import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/database/index.ts';
import { confirm } from '../../src/linking/decision.ts';
import { formProof } from '../../src/linking/proofs.ts';
import { openTestDatabase } from '../support/database.ts';
import type { Job } from './mortal.ts';
import { startStage } from './stage.ts';

const { signal } = new AbortController();

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A member at the page that asks for confirmation. */
async function atConfirm() {
  const { prisma } = database;
  const { service, scene, atConfirm: open, live } = await startStage(database);
  const { guildId, fresh, commerceUserId } = await scene();
  const queue: Job[] = [];
  const { deps, work } = live([guildId], queue);
  const session = await open(fresh, commerceUserId);
  return {
    service,
    work,
    press: () => confirm(deps, session, formProof(session), '127.0.0.1', signal),
    isLinked: async () => (await prisma.accountLink.count({ where: { commerceUserId } })) === 1,
    revocations: async () => {
      const where = { userId: { in: [fresh, commerceUserId] } };
      return (await prisma.tokenRevocation.findMany({ where })).map(({ side }) => side).sort();
    },
  };
}

test('while the service does not answer nothing is linked, and the button works again later', async () => {
  const { service, press, isLinked } = await atConfirm();
  service.status = async () => 503;
  expect(await press()).toEqual({ kind: 'unavailable' });
  expect(await isLinked()).toBe(false);
  service.status = async () => 200;
  expect(await press()).toMatchObject({ kind: 'onward' });
  expect(await isLinked()).toBe(true);
});

test('a press whose token another press has used up leads to the same page', async () => {
  const { service, press, isLinked } = await atConfirm();
  service.status = async () => {
    service.status = async () => 200;
    expect(await press()).toMatchObject({ kind: 'onward' });
    return 401;
  };
  expect(await press()).toMatchObject({ kind: 'onward' });
  expect(await isLinked()).toBe(true);
});

test('a sign-in that has ended links nothing, and the tokens of both sides are revoked', async () => {
  const { service, press, isLinked, revocations, work } = await atConfirm();
  service.status = async () => 401;
  expect(await press()).toEqual({ kind: 'expired' });
  expect(await press()).toEqual({ kind: 'expired' });
  expect(await isLinked()).toBe(false);
  expect(await revocations()).toEqual(['chat', 'commerce']);
  await work();
  expect(await revocations()).toEqual([]);
});
