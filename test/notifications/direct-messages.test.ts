import { expect, test } from 'vitest';
import { syncMember } from '../../src/access/sync/sync-member.ts';
import { memberNotification } from '../../src/notifications/queues.ts';
import { useCommunities } from './community.ts';

const DAY = 86_400_000;
const CLAIMED = { free: true, chatProven: false };

const { openCommunity, prisma } = useCommunities();

test('a member is notified of a grant once, and closed direct messages are not an error', async () => {
  const { sandbox, people, grant, deliver, received } = await openCommunity();
  const [ada = '', ben = ''] = people;
  sandbox.community.setDmsOpen(ben, false);
  await grant(ada);
  await grant(ben);
  await deliver();
  await deliver();
  expect(received(ada)).toEqual(['Thank you! You now have **Supporter** in **Crew**.']);
  expect(received(ben)).toEqual([]);
});

test('a guild sends at most a hundred member notifications an hour', async () => {
  const { people, grant, deliver, received, guildId } = await openCommunity();
  const [ada = ''] = people;
  const at = new Date();
  await prisma().notice.createMany({
    data: Array.from({ length: 100 }, (_, n) => ({
      userId: `user ${n}`,
      about: `grant ${guildId} role`,
      at,
    })),
  });
  await grant(ada);
  await deliver();
  expect(received(ada)).toEqual([]);
  await prisma().notice.deleteMany({ where: { userId: 'user 0' } });
  await deliver();
  expect(received(ada)).toHaveLength(1);
});

test('free purchases that only named members use up ten messages an hour, and none of the others', async () => {
  const { people, grant, deliver, received, counted, guildId } = await openCommunity();
  const [ada = '', ben = '', cleo = ''] = people;
  const at = new Date();
  const written = (count: number, claimed: boolean) =>
    prisma().notice.createMany({
      data: Array.from({ length: count }, (_, n) => ({
        userId: `user ${n}`,
        about: `grant ${guildId} ${claimed ? 'claimed' : 'paid'}`,
        at,
        claimed,
      })),
    });
  await written(9, true);
  await written(99, false);
  for (const person of [ada, ben]) await grant(person, CLAIMED);
  await grant(cleo, { chatProven: false });
  await deliver();
  expect([ada, ben, cleo].map((person) => received(person).length)).toEqual([1, 0, 1]);
  expect(await counted('claimed')).toEqual({ sent: 1, refused: 0, dropped: 1 });
  expect(await counted('other')).toEqual({ sent: 1, refused: 0, dropped: 0 });

  const [dora = ''] = people.slice(3);
  await grant(dora);
  await deliver();
  expect(received(dora)).toEqual([]);
  expect(await counted('other')).toMatchObject({ dropped: 1 });
});

test("a free purchase that only named a member replaces none of the messages about the member's own", async () => {
  const { people, grant, end, sync, deliver, received } = await openCommunity();
  const [ada = ''] = people;
  const welcome = 'Thank you! You now have **Supporter** in **Crew**.';
  await grant(ada, CLAIMED);
  await deliver();
  await end([ada]);
  await sync(ada);
  await deliver();
  expect(received(ada)).toEqual([welcome, expect.stringContaining('Supporter')]);
  await grant(ada);
  await deliver();
  expect(received(ada).filter((text) => text === welcome)).toHaveLength(2);
});

test('a sweep notifies members too, with two roles in one message and no message for a role taken by hand', async () => {
  const { people, role, map, buy, end, sync, sweep, heal, deliver, received, sandbox, guildId } =
    await openCommunity();
  const [ada = '', ben = ''] = people;
  const insider = role('Insider');
  await map(insider, 'plan_a', { atEnd: 'keep' });
  await buy(ada, 'plan_a');
  await buy(ben, 'plan_a');
  await sync(ben);
  await deliver();
  await sweep();
  await heal();
  await deliver();
  const welcome = 'Thank you! You now have **Insider**, **Supporter** in **Crew**.';
  expect(received(ada)).toEqual([welcome]);
  expect(received(ben)).toEqual([welcome]);

  await end([ben]);
  await sync(ben);
  sandbox.community.takeRole(guildId, ben, insider);
  await sync(ben);
  expect(await prisma().roleChange.count({ where: { guildId, kind: 'revoke' } })).toBe(2);
  await deliver();
  expect(received(ben).slice(1)).toEqual([
    'Your membership has ended, so you no longer have **Supporter** in **Crew**.',
  ]);
});

test('a removed member is notified if they can be reached', async () => {
  const { sandbox, people, map, roleId, buy, end, sync, deliver, sent, received } = await openCommunity();
  const [, ada = ''] = people;
  await map(roleId, 'plan_a', { atEnd: 'kick' });
  await buy(ada, 'plan_a');
  await sync(ada);
  await end([ada]);
  await sync(ada);
  expect(sent(memberNotification).map(({ kind }) => kind)).toEqual(['grant', 'kick']);
  // The platform delivers direct messages only between users who share a server.
  sandbox.community.join(sandbox.guildId, { userId: ada });
  await deliver();
  expect(received(ada).at(-1)).toBe('Your membership has ended, so you were removed from **Crew**.');
});

test('a crash between the audit entry and the message loses and doubles no message', async () => {
  const engine = await openCommunity();
  const [ada = ''] = engine.people;
  await engine.buy(ada, 'plan_a');
  const { notifyMember: _, ...deps } = engine.deps;
  const dying = { ...deps, notifyMember: () => Promise.reject(new Error('killed')) };
  const ref = { guildId: engine.guildId, userId: ada };
  const live = { urgency: 'live', mayTake: true } as const;
  await expect(syncMember(dying, ref, live, engine.signal)).rejects.toThrow('killed');
  const audited = () => prisma().roleChange.count({ where: ref });
  expect(await audited()).toBe(0);
  await engine.sync(ada);
  await engine.sync(ada);
  expect(await audited()).toBe(1);
  expect(engine.sent(memberNotification)).toEqual([{ ...ref, kind: 'grant', roleIds: [engine.roleId] }]);
});

test('no member is notified when the guild has turned that off', async () => {
  const { people, grant, deliver, received, guildId } = await openCommunity();
  const [ada = ''] = people;
  await prisma().guildSettings.update({ where: { guildId }, data: { tellMembers: false } });
  await grant(ada);
  await deliver();
  expect(received(ada)).toEqual([]);
});

test('a member whose trial or grace period ends within two days is notified once for each end', async () => {
  const { people, grant, remind, deliver, received, sent } = await openCommunity();
  const [ada = '', ben = '', cleo = ''] = people;
  for (const person of [ada, ben, cleo]) await grant(person);
  const tomorrow = new Date(Date.now() + DAY);
  await prisma().mirroredMembership.updateMany({
    where: { chatUserId: ada },
    data: { status: 'trialing', periodEndsAt: tomorrow },
  });
  await prisma().mirroredMembership.updateMany({
    where: { chatUserId: ben },
    data: { status: 'past_due', valid: false, endedAt: new Date(Date.now() - 6 * DAY) },
  });
  await prisma().mirroredMembership.updateMany({
    where: { chatUserId: cleo },
    data: { status: 'trialing', periodEndsAt: new Date(Date.now() + 3 * DAY) },
  });
  const before = sent(memberNotification).length;
  await remind();
  await deliver();
  await remind();
  expect(sent(memberNotification).length - before).toBe(2);
  const ends = `<t:${Math.floor(tomorrow.getTime() / 1000)}:F>`;
  expect(received(ada).at(-1)).toBe(`Your trial for **Supporter** in **Crew** ends ${ends}.`);
  expect(received(ben).at(-1)).toMatch(/^Your last payment hasn’t arrived\. You lose \*\*Supporter\*\* in/);
  expect(received(cleo)).toHaveLength(1);
});
