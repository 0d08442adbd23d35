import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepAndRepair } from '../../../src/access/sweep/run-sweeps.ts';
import { observeMember } from '../../../src/access/sync/observe-member.ts';
import type { Database } from '../../../src/database/index.ts';
import { answerShown } from '../../support/answer-shown.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startEngine } from '../engine.ts';

const PAID = { chatProven: false };
const CLAIMED = { free: true, chatProven: false };
const GUARDED = { urgency: 'claimed', mayTake: true, isGuarded: true } as const;

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Opens a guild of thirty members in which plan A gives Supporter. */
async function openGuild() {
  const engine = await startEngine(database, 30);
  const { people, role, rolesOf, map, buy, sync, end, guildId, deps, signal } = engine;
  const supporter = role('Supporter');
  await map(supporter, 'plan_a');
  return {
    ...engine,
    supporter,
    holdersOf: (roleId: string) => people.filter((person) => rolesOf(person)?.includes(roleId)),
    /** Lets the members buy plan A, get the role, and lose the membership again. */
    async buyAndEnd(buyers: readonly string[], terms = {}) {
      for (const buyer of buyers) {
        await buy(buyer, 'plan_a', terms);
        await sync(buyer);
      }
      await end(buyers);
    },
    async sweepAndHeal() {
      await sweepAndRepair(deps, { guildId, mayTake: true }, signal);
      return engine.workQueued();
    },
    question: () => database.prisma.sweep.findUniqueOrThrow({ where: { guildId } }),
  };
}

test('the ends of free purchases that only named an account are no question and delay nobody', async () => {
  const { people, supporter, holdersOf, buyAndEnd, sweepAndHeal, question } = await openGuild();
  await buyAndEnd(people.slice(0, 12), CLAIMED);
  await buyAndEnd(people.slice(12, 15));
  expect(holdersOf(supporter)).toHaveLength(15);
  await sweepAndHeal();
  expect(holdersOf(supporter)).toEqual([]);
  expect(await question()).toMatchObject({ heldSince: null });
});

test('free purchases that only named an account do not make a mass loss of paid roles look small', async () => {
  const { people, supporter, holdersOf, buy, sync, buyAndEnd, sweepAndHeal, question } = await openGuild();
  for (const person of people.slice(15, 30)) {
    await buy(person, 'plan_a', CLAIMED);
    await sync(person);
  }
  await buyAndEnd(people.slice(0, 11), PAID);
  await sweepAndHeal();
  expect(holdersOf(supporter)).toHaveLength(26);
  expect(await question()).toMatchObject({ held: [{ roleId: supporter, holders: 11, losses: 11 }] });
});

test('a role that a free purchase gave counts again once a paid one gives it too', async () => {
  const { people, supporter, holdersOf, buy, sync, buyAndEnd, end, sweepAndHeal, question } =
    await openGuild();
  const buyers = people.slice(0, 11);
  for (const buyer of buyers) {
    await buy(buyer, 'plan_a', CLAIMED);
    await sync(buyer);
  }
  await buyAndEnd(buyers, PAID);
  await end(buyers);
  await sweepAndHeal();
  expect(holdersOf(supporter)).toEqual(buyers);
  expect(await question()).toMatchObject({ held: [{ losses: 11 }] });
});

test('a question holds only the losses that it asks about', async () => {
  const engine = await openGuild();
  const { people, supporter, role, map, holdersOf, buyAndEnd, sweepAndHeal, sandbox, guildId } = engine;
  const [member = '', claimed = ''] = people.slice(20);
  const guest = role('Guest');
  await map(guest, 'plan_b', { orphans: 'strip' });
  await buyAndEnd(people.slice(0, 12));
  await buyAndEnd([claimed], CLAIMED);
  sandbox.community.giveRole(guildId, member, guest);
  sandbox.community.giveRole(guildId, people[0] ?? '', guest);

  expect(await sweepAndHeal(), 'members who only wait for an answer are not synced').toBe(3);
  expect(holdersOf(guest)).toEqual([]);
  expect(holdersOf(supporter)).toEqual(people.slice(0, 12));
  expect(await engine.question()).toMatchObject({ held: [{ roleId: supporter, holders: 12, losses: 12 }] });

  expect(await answerShown(engine.deps, guildId, 'approve', people[29] ?? '')).toBe(true);
  await engine.workQueued();
  expect(holdersOf(supporter)).toEqual([]);
});

test('the losses of a role within a day share one budget, however many sweeps find them', async () => {
  const { people, supporter, holdersOf, buyAndEnd, sweepAndHeal, question, guildId } = await openGuild();
  const age = (hours: number) =>
    database.prisma.permittedLoss.updateMany({
      where: { guildId },
      data: { at: new Date(Date.now() - hours * 3_600_000) },
    });
  await buyAndEnd(people.slice(0, 6));
  await sweepAndHeal();
  await age(25);
  await buyAndEnd(people.slice(6, 12));
  await sweepAndHeal();
  expect(holdersOf(supporter), 'the first six were yesterday').toEqual([]);
  await age(23);
  await buyAndEnd(people.slice(12, 17));
  await sweepAndHeal();
  expect(holdersOf(supporter)).toEqual(people.slice(12, 17));
  expect(await question()).toMatchObject({ held: [{ roleId: supporter, holders: 5, losses: 5 }] });
});

test('a loss that two sweeps find uses up the budget once', async () => {
  const { people, supporter, holdersOf, buyAndEnd, sweep, sweepAndHeal } = await openGuild();
  await buyAndEnd(people.slice(0, 8));
  expect(await sweep()).toMatchObject({ held: [] });
  expect(await sweep()).toMatchObject({ held: [] });
  await sweepAndHeal();
  expect(holdersOf(supporter)).toEqual([]);
});

test('a guarded sync takes what the budget allows, and leaves the rest to the question of the next sweep', async () => {
  const { people, supporter, holdersOf, buyAndEnd, sync, sweepAndHeal, question } = await openGuild();
  const [claimed = ''] = people.slice(20);
  await buyAndEnd(people.slice(0, 12), PAID);
  for (const person of people.slice(0, 12)) await sync(person, GUARDED);
  expect(holdersOf(supporter)).toHaveLength(2);
  await sweepAndHeal();
  expect(holdersOf(supporter)).toHaveLength(2);
  expect(await question()).toMatchObject({ held: [{ roleId: supporter, losses: 2 }] });
  await buyAndEnd([claimed], CLAIMED);
  for (const person of [...holdersOf(supporter)]) await sync(person, GUARDED);
  expect(holdersOf(supporter), 'only the claimed role is taken').toHaveLength(2);
  expect(holdersOf(supporter)).not.toContain(claimed);
});

test('what a member update finds is limited like what a sweep finds, and waits for the same answer', async () => {
  const { people, supporter, holdersOf, buyAndEnd, sync, sweepAndHeal, deps, guildId } = await openGuild();
  const buyers = people.slice(0, 14);
  await buyAndEnd(buyers);
  const update = async (userId: string) => {
    const member = { roleIds: [supporter], isPending: false, isBot: false };
    const request = await observeMember(deps, { guildId, userId }, member);
    if (request) await sync(userId, request);
  };
  for (const buyer of buyers) await update(buyer);
  expect(holdersOf(supporter)).toEqual(buyers.slice(10));
  await sweepAndHeal();
  await update(people[13] ?? '');
  expect(holdersOf(supporter)).toEqual(buyers.slice(10));
  expect(await answerShown(deps, guildId, 'approve', people[29] ?? '')).toBe(true);
  await update(people[13] ?? '');
  expect(holdersOf(supporter)).toEqual(buyers.slice(10, 13));
});
