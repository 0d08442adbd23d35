import { expect, test } from 'vitest';
import { sweepGuild } from '../../src/access/sweep/sweep-guild.ts';
import { useCommunities } from './community.ts';

const { openCommunity, prisma } = useCommunities();

test('a change is announced in the log channel once, with its reason', async () => {
  const { people, roleId, grant, tell, logged } = await openCommunity();
  const [ada = ''] = people;
  await grant(ada);
  await tell();
  await tell();
  expect(logged()).toEqual([
    expect.stringMatching(new RegExp(`^<@${ada}> got <@&${roleId}>\\.\n-# Membership mem\\S+ is active\\.$`)),
  ]);
});

test('many changes are announced in one message', async () => {
  const { people, roleId, grant, tell, logged } = await openCommunity();
  for (const person of people.slice(0, 6)) await grant(person);
  await tell();
  const named = people.slice(0, 6).map((person) => `<@${person}>`);
  expect(logged()).toEqual([`6 changes: **6 members got <@&${roleId}>**\n${named.join(', ')}`]);
});

test('a log channel that the bot cannot write to becomes one problem, and no audit entry is lost', async () => {
  const { sandbox, people, grant, tell, logged, guildId } = await openCommunity({
    isLogClosed: true,
  });
  const [ada = '', ben = ''] = people;
  await grant(ada);
  await tell();
  const posts = () => sandbox.calls.count({ method: 'POST', route: '/channels/:channel_id/messages' });
  const tries = posts();
  await grant(ben);
  await tell();
  expect(posts()).toBe(tries);
  expect(logged()).toEqual([]);
  const problems = await prisma().problem.findMany({ where: { guildId } });
  expect(problems.map(({ subject }) => subject)).toEqual(['log channel']);
  expect(await prisma().roleChange.count({ where: { guildId } })).toBe(2);
});

test('a message that the platform refuses is skipped, and the others are sent', async () => {
  const { sandbox, people, grant, tell, logged, guildId, roleId } = await openCommunity();
  const [ada = '', ben = ''] = people;
  await grant(ada);
  await grant(ben);
  const route = '/channels/:channel_id/messages';
  sandbox.faults.answer({ method: 'POST', route }, { status: 400, code: 50035 });
  await tell();
  expect(logged()).toEqual([expect.stringContaining(`<@${ben}> got <@&${roleId}>`)]);
  expect(await prisma().problem.count({ where: { guildId } })).toBe(0);
  expect(await prisma().announcement.count({ where: { guildId } })).toBe(0);
});

test.each([
  [403, 50001],
  [403, 50013],
  [404, 10003],
  [404, 10004],
])('a refusal about the channel closes it: %i, code %i', async (status, code) => {
  const { sandbox, people, grant, tell, logged, guildId } = await openCommunity();
  const [ada = ''] = people;
  await grant(ada);
  sandbox.faults.answer({ method: 'POST', route: '/channels/:channel_id/messages' }, { status, code });
  await tell();
  expect(logged()).toEqual([]);
  expect(await prisma().problem.findMany({ where: { guildId } })).toMatchObject([
    { subject: 'log channel', code: 'LOG_CHANNEL_CLOSED' },
  ]);
});

test('the log channel and the members get messages in the language of the guild', async () => {
  const { people, grant, deliver, received, tell, logged, roleId, guildId } = await openCommunity();
  const [ada = ''] = people;
  await prisma().guildSettings.update({ where: { guildId }, data: { language: 'de' } });
  await grant(ada);
  await tell();
  await deliver();
  expect(logged()[0]).toContain(`<@${ada}> hat <@&${roleId}> bekommen.\n-# Mitgliedschaft `);
  expect(received(ada)).toEqual(['Danke! Du hast jetzt **Supporter** in **Crew**.']);
});

test('a service that shows none of the known memberships is reported in the log channel, with advice, in the language of the guild', async () => {
  const { deps, guildId, signal, tell, sandbox } = await openCommunity();
  const posted = () =>
    [...sandbox.community.state.messages.values()].flatMap((some) =>
      [...some.values()].map((one) => JSON.stringify(one)),
    );
  await sweepGuild(deps, guildId, { mayTake: false, missing: 8 }, signal);
  await sweepGuild(deps, guildId, { mayTake: false, missing: 8 }, signal);
  await tell();
  expect(posted()).toEqual([expect.stringMatching(/8 memberships that gave access, and.*COMMERCE_API_KEY/)]);
  await prisma().guildSettings.update({ where: { guildId }, data: { language: 'de' } });
  await sweepGuild(deps, guildId, { mayTake: false, missing: 9 }, signal);
  await tell();
  expect(posted()[1]).toMatch(/9 Mitgliedschaften nicht mehr, die bisher Zugang gaben/);
});
