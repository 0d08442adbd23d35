import { expect, test } from 'vitest';
import { columnsOf, kickSubject } from '../../src/access/problems/subject.ts';
import { ROLE_LOG, type Sandbox } from '../../src/sandbox/index.ts';
import { adminActions } from '../audit/log.ts';
import { waitFor } from '../support/wait.ts';
import { expectGolden, timeless } from './golden.ts';
import { talk } from './talk.ts';
import { useWorld } from './world.ts';

let lofty: string;
const found = ({ community, guildId }: Sandbox) => {
  lofty = community.createRole(guildId, { name: 'Lofty', position: 40 }).id;
};
const world = useWorld({ worker: true, found }, async ({ guildId, prisma, map }) => {
  await prisma.guildSettings.create({ data: { guildId, logChannelId: ROLE_LOG } });
  await map(lofty, 'plan_a');
});

const list = () => world().owner().run('access problems');
const inLog = () => talk(world().sandbox, world().owner().userId, ROLE_LOG);
const actions = async () => {
  const rows = await adminActions(world().prisma);
  return rows.map(({ action, actor }) => [action, actor === world().owner().userId]);
};

/** Inserts a job without retries left, as the queue stores it. */
const fail = (queue: string, data: object, output: object, at: Date) =>
  world().prisma.$executeRaw`
    INSERT INTO pgboss.job (name, state, data, retry_count, output, created_on, completed_on)
    VALUES (${queue}, 'failed', ${JSON.stringify(data)}::jsonb, 4, ${JSON.stringify(output)}::jsonb,
      '2026-11-21T10:00:00Z', ${at})`;

test('/access problems says so when nothing needs an admin', async () => {
  await expectGolden('problems/none', await list());
});

test('a role that cannot be given is listed with advice, retried, and gone once fixed', async () => {
  await world().buy('juniper', 'plan_a');
  await world().sync('juniper');
  const told = await inLog().sees('Action needed');
  await expectGolden('problems/told', timeless(told));
  const listed = await list();
  await expectGolden('problems/listed', timeless(listed));
  await expectGolden('problems/listed.de', timeless(await world().german().run('access problems')));
  expect((await world().owner().press(listed, 'Try again')).text).toContain('Retry started');
  expect(await actions()).toEqual([['problem retried', true]]);

  await expectGolden('problems/told-retried', timeless(await inLog().press(told, 'Try again')));
  world().sandbox.community.changeRole(world().guildId, lofty, { position: 1 });
  await waitFor(() => expect(world().rolesOf('juniper')).toContain(lofty));
  await waitFor(async () => expect(await world().prisma.problem.count()).toBe(0));
  const again = await inLog().sees('🔁');
  await expectGolden('problems/told-gone', await inLog().press(again, 'Dismiss'));
  expect((await list()).text).toContain('Nothing needs you');
});

test('a problem and its end are announced in the language of the guild', async () => {
  const { prisma, guildId, sandbox } = world();
  const speak = (language: string) => prisma.guildSettings.update({ where: { guildId }, data: { language } });
  await speak('de');
  await world().buy('leif.h', 'plan_a');
  await world().sync('leif.h');
  await expectGolden('problems/told.de', timeless(await inLog().sees('Hier wirst du gebraucht')));
  sandbox.community.changeRole(guildId, lofty, { position: 1 });
  await waitFor(() => expect(world().rolesOf('leif.h')).toContain(lofty));
  await waitFor(async () => expect(await prisma.problem.count()).toBe(0));
  await waitFor(() => {
    const told = inLog()
      .actor.messages()
      .map(({ embeds }) => JSON.stringify(embeds))
      .join();
    expect(told).toContain('~~Der Bot darf diese Rolle nicht ändern.');
    expect(told).toMatch(/hat <@&\d+> bekommen\.\\n-# Mitgliedschaft mem\\\\_\d+ ist aktiv\./);
  });
});

test('a button in the log channel works for admins only', async () => {
  await world().buy('sunniva', 'plan_a');
  await world().sync('sunniva');
  const told = await inLog().sees('[Try again (main)]');
  const moderator = [...(world().sandbox.community.guild(world().guildId)?.roles.values() ?? [])].find(
    ({ name }) => name === 'Moderator',
  );
  const before = await actions();
  const someone = talk(world().sandbox, world().member('tomasz_k'), ROLE_LOG);
  expect((await someone.press(told, 'Dismiss')).text).toContain('You need the permission “Manage Server”');
  expect(await actions()).toEqual(before);

  world().sandbox.community.changeRole(world().guildId, moderator?.id ?? '', { permissions: '1056' });
  await expectGolden('problems/told-dismissed', await someone.press(told, 'Dismiss'));
  expect((await adminActions(world().prisma)).at(-1)).toMatchObject({
    action: 'problem dismissed',
    actor: world().member('tomasz_k'),
  });
  world().sandbox.community.changeRole(world().guildId, lofty, { position: 1 });
  // A dismissed problem is not retried, but the member's next sync tries again.
  await world().sync('sunniva');
  await waitFor(() => expect(world().rolesOf('sunniva')).toContain(lofty));
});

test('failed work is listed with its cause, and retried or dismissed once however often it is pressed', async () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour));
  await fail('access.membership-changed', { membershipId: 'mem_`x`' }, { code: 'UNEXPECTED' }, at(11));
  await fail(
    'access.member-changed',
    { guildId: world().guildId, userId: world().member('leif.h'), urgency: 'live', mayTake: true },
    { code: 'DISCORD_UNAVAILABLE', message: 'The platform is down.' },
    at(10),
  );
  const listed = await list();
  await expectGolden('problems/work', timeless(listed));
  await Promise.all([1, 2].map(() => world().owner().pressOnly(listed, 'Dismiss')));
  await world().owner().sees('This has already been done');
  await world().owner().sees('Dismissed. If the problem');
  const left = await list();
  expect((await world().owner().press(left, 'Try again')).text).toContain('Retry started');
  expect((await actions()).slice(-2)).toEqual([
    ['work dismissed', true],
    ['work retried', true],
  ]);
  expect((await list()).text).not.toContain('failed for good');
});

test('many problems have pages and are all retried with one button', async () => {
  const since = new Date('2026-11-20T12:00:00Z');
  await world().prisma.problem.createMany({
    data: Array.from({ length: 7 }, (_, n) => ({
      guildId: world().guildId,
      ...columnsOf(kickSubject({ userId: `10000000000000000${n}` })),
      since,
      problem: '@everyone **can’t** be removed',
    })),
  });
  // A problem without affected members would be closed.
  await world().prisma.affectedMember.createMany({
    data: Array.from({ length: 7 }, (_, n) => ({
      guildId: world().guildId,
      subject: `kick 10000000000000000${n}`,
      userId: `10000000000000000${n}`,
    })),
  });
  const first = await list();
  await expectGolden('problems/pages', timeless(first));
  const second = await world().owner().press(first, 'Next');
  expect(second.text).toContain('Page 2 of 2');
  const all = await world().owner().press(second, 'Try all again');
  expect(all.text).toMatch(/\d retries started/);
  expect((await actions()).filter(([action]) => action === 'problem retried').length).toBeGreaterThan(6);
});

test('the mass-loss guard asks the admins and follows the answer of one, once', async () => {
  const { guildId, sandbox, prisma } = world();
  const { supporter } = world().roles;
  const crowd = Array.from({ length: 12 }, (_, n) => `crowd_${n}`);
  const ids: string[] = [];
  // Drops the events about these members, so that only a sweep finds them.
  const deaf = sandbox.faults.add({ effect: { kind: 'lose-events' } });
  for (const username of crowd) {
    const { userId } = sandbox.community.join(guildId, { username });
    sandbox.community.giveRole(guildId, userId, supporter.id);
    ids.push(userId);
  }
  sandbox.faults.remove(deaf.id);
  await world().map(supporter.id, 'plan_s', { orphans: 'strip' });
  expect((await world().owner().run('access sync', {}, 'Comparing')).text).toContain(
    'decides in /access problems',
  );
  const told = await inLog().sees('please check first');
  await expectGolden('problems/held-told', told);
  const listed = await list();
  await expectGolden('problems/held', timeless(listed));
  expect((await world().owner().press(listed, 'Remove nothing')).text).toContain('Nothing is removed');
  expect(await prisma.sweep.findUnique({ where: { guildId } })).toMatchObject({ answer: 'refuse' });
  await expectGolden('problems/held-answered', await inLog().press(told, 'Remove nothing'));

  // A refused loss can still be viewed and approved.
  const compared = await world().owner().run('access sync', {}, 'Comparing');
  expect(compared.text).toContain('An admin decided to remove nothing');
  const why = await world()
    .owner()
    .run('access why', { member: ids[0] ?? '' });
  expect(why.text).toContain('stays until an admin decides');
  const refused = await list();
  await expectGolden('problems/held-refused', timeless(refused));
  const again = await world().owner().press(refused, 'Remove the roles');
  expect(again.text).toContain('The roles are being removed');
  const without = () => crowd.filter((name) => world().rolesOf(name).length === 0);
  await waitFor(() => expect(without()).not.toEqual([]));
  expect((await actions()).slice(-2)).toEqual([
    ['sweep refused', true],
    ['sweep approved', true],
  ]);
});

test('admins learn what happened and what to do when the service shows none of the known memberships', async () => {
  const { guildId, prisma } = world();
  const held = {
    heldSince: new Date('2026-11-20T12:00:00Z'),
    answer: null,
    answeredAt: null,
    held: [],
    missing: 8,
  };
  const startedAt = held.heldSince;
  await prisma.sweep.upsert({ where: { guildId }, update: held, create: { guildId, startedAt, ...held } });
  await expectGolden('problems/held-missing', timeless(await list()));
});
