import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnsOf, keyOf, kickSubject } from '../../../src/access/problems/subject.ts';
import type { Database } from '../../../src/database/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startEngine } from '../engine.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a role given by hand while we record a pending change stays', async () => {
  const { prisma } = database;
  const { sandbox, deps, guildId, people, role, rolesOf, map, buy, sync } = await startEngine(database);
  const [ada = ''] = people;
  const [supporter, insider, hand] = [role('Supporter'), role('Insider'), role('Hand')];
  await map(supporter, 'plan_a');
  await map(insider, 'plan_a');
  await buy(ada, 'plan_a');
  const { getMember } = deps.community;
  let looks = 0;
  // The role arrives right after the first read, on which the decision is based.
  deps.community = {
    ...deps.community,
    async getMember(...asked) {
      const member = await getMember(...asked);
      looks += 1;
      if (looks === 1) sandbox.community.giveRole(guildId, ada, hand);
      return member;
    },
  };
  await sync(ada);
  expect(rolesOf(ada)?.toSorted()).toEqual([supporter, insider, hand].toSorted());
  expect(await prisma.roleChange.count({ where: { guildId } })).toBe(2);
});

test('open kick problems of other members cost a sync no transactions and stay open', async () => {
  const { prisma } = database;
  const { deps, guildId, people, role, rolesOf, map, buy, sync } = await startEngine(database);
  const [ada = ''] = people;
  await map(role('Supporter'), 'plan_a', { atEnd: 'kick' });
  await buy(ada, 'plan_a');
  const others = Array.from({ length: 200 }, (_, n) => String(200_000_000_000_000_000n + BigInt(n)));
  const since = deps.clock.now();
  const subjects = others.map((userId) => columnsOf(kickSubject({ userId })));
  await prisma.problem.createMany({
    data: subjects.map((about) => ({ guildId, ...about, since, problem: 'x', code: 'KICK_FORBIDDEN' })),
  });
  await prisma.affectedMember.createMany({
    data: others.map((userId) => ({ guildId, subject: keyOf(kickSubject({ userId })), userId })),
  });
  let transactions = 0;
  deps.prisma = new Proxy(prisma, {
    get(target, name) {
      if (name === '$transaction') transactions += 1;
      return Reflect.get(target, name);
    },
  });
  await sync(ada);
  expect(rolesOf(ada)).toHaveLength(1);
  expect(transactions).toBeLessThan(10);
  expect(await prisma.problem.count({ where: { guildId } })).toBe(200);
});
