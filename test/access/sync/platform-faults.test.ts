import { expect, test } from 'vitest';
import { unblock } from '../../../src/access/problems/problems.ts';
import { paidMember, usePaidDatabase } from '../paid-member.ts';

const PATCH_MEMBER = { method: 'PATCH', route: '/guilds/:guild_id/members/:user_id' } as const;
const PUT_ROLE = { method: 'PUT', route: '/guilds/:guild_id/members/:user_id/roles/:role_id' } as const;
const GET_MEMBER = { method: 'GET', route: '/guilds/:guild_id/members/:user_id' } as const;

const database = usePaidDatabase();

test('an unreadable answer is worth a retry and is reported with its address and the wrong field', async () => {
  const { sandbox, sync, ref, problems } = await paidMember(database());
  const odd = { roles: null, user: { id: ref.userId } };
  for (const [body, wrong] of [
    [JSON.stringify(odd), '/roles'],
    ['<html>', 'JSON'],
  ] as const) {
    sandbox.faults.answer(GET_MEMBER, { status: 200, body });
    await expect(sync()).rejects.toMatchObject({
      code: 'DISCORD_UNREADABLE',
      cause: { message: expect.stringMatching(`/guilds/${ref.guildId}/members/${ref.userId}.*${wrong}`) },
    });
  }
  expect(await problems()).toEqual([]);
  expect(await sync()).toBe('changed');
});

test('several changes are made one by one when the platform fails at the combined call', async () => {
  const { sandbox, sync, roles, problems } = await paidMember(database());
  sandbox.faults.answer(PATCH_MEMBER, { status: 500 }, 100);
  expect(await sync()).toBe('changed');
  expect(roles()).toHaveLength(2);
  expect(await problems()).toEqual([]);
});

test('a role known to be deleted is left out of a combined change', async () => {
  const { sandbox, ref, sync, roles, role, problems } = await paidMember(database());
  const [supporter, insider] = [role('Supporter'), role('Insider')];
  sandbox.community.deleteRole(ref.guildId, insider);
  await sync();
  expect(await problems()).toMatchObject([{ subject: `role ${insider}` }]);
  sandbox.community.takeRole(ref.guildId, ref.userId, supporter);
  await unblock(database().prisma, ref.guildId, `role ${insider}`);
  sandbox.calls.reset();
  expect(await sync()).toBe('changed');
  expect(roles()).toEqual([supporter]);
  expect(sandbox.calls.count(PATCH_MEMBER)).toBe(0);
});

test('one call changes several roles and leaves out the deleted one', async () => {
  const { sandbox, ref, sync, roles, role, problems } = await paidMember(database());
  const patron = sandbox.community.createRole(ref.guildId, { name: 'Patron', position: 1 }).id;
  await database().prisma.roleMapping.create({
    data: { guildId: ref.guildId, roleId: patron, sourceId: 'plan_a' },
  });
  const deleted = role('Insider');
  sandbox.community.deleteRole(ref.guildId, deleted);
  expect(await sync()).toBe('changed');
  const given = [role('Supporter'), patron].sort();
  expect(roles()?.toSorted()).toEqual(given);
  expect(await problems()).toMatchObject([{ subject: `role ${deleted}` }]);

  for (const roleId of given) sandbox.community.takeRole(ref.guildId, ref.userId, roleId);
  await unblock(database().prisma, ref.guildId, `role ${deleted}`);
  sandbox.calls.reset();
  expect(await sync()).toBe('changed');
  expect(roles()?.toSorted()).toEqual(given);
  const { answered } =
    sandbox.calls.list().find(({ method, route }) => method === 'PATCH' && route === PATCH_MEMBER.route) ??
    {};
  expect(answered).toEqual({ 200: 1 });
  // A single call checks whether the deleted role exists again.
  expect(sandbox.calls.count(PUT_ROLE)).toBe(1);
});

test('a 500 of the platform is worth a retry and is not a problem', async () => {
  const { sandbox, sync, problems, roles } = await paidMember(database());
  // The library itself makes four attempts.
  sandbox.faults.answer(GET_MEMBER, { status: 500 }, 4);
  await expect(sync()).rejects.toMatchObject({ code: 'DISCORD_UNAVAILABLE' });
  expect(await problems()).toEqual([]);
  sandbox.faults.clear();
  expect(await sync()).toBe('changed');
  expect(roles()).toHaveLength(2);
});

test.each([{ status: 401 }, { status: 400, code: 40001 }])(
  'a refused token (%o) stops all calls for a minute and then works again if the platform accepts it',
  async (answer) => {
    const { sandbox, clock, sync } = await paidMember(database());
    sandbox.faults.answer(GET_MEMBER, answer);
    await expect(sync()).rejects.toMatchObject({ code: 'DISCORD_TOKEN_REFUSED' });
    clock.pass(57_000);
    await expect(sync()).rejects.toMatchObject({ code: 'DISCORD_TOKEN_REFUSED' });
    clock.pass(2_000);
    expect(await sync()).toBe('changed');
  },
);

test('the token is kept after a 401, even one with an unreadable body', async () => {
  const { sandbox, sync } = await paidMember(database());
  const effect = { kind: 'answer', status: 401, body: 'null' } as const;
  sandbox.faults.add({ ...GET_MEMBER, times: 1, effect });
  await expect(sync()).rejects.toMatchObject({ code: 'DISCORD_UNAVAILABLE' });
  expect(await sync()).toBe('changed');
});

test.each([
  ['with a page', GET_MEMBER, { html: true }],
  ['with a code', GET_MEMBER, { code: 40333 }],
  ['with a code, at a change', PATCH_MEMBER, { code: 40333 }],
] as const)(
  'a rejection by the firewall %s stops all calls for a minute and is not a problem',
  async (_, target, answer) => {
    const { sandbox, clock, sync, problems, roles } = await paidMember(database());
    sandbox.faults.answer(target, { status: 403, ...answer });
    const turnedAway = { code: 'DISCORD_FIREWALL' };
    await expect(sync()).rejects.toMatchObject(turnedAway);
    const calls = sandbox.calls.count();
    clock.pass(57_000);
    await expect(sync()).rejects.toMatchObject(turnedAway);
    expect(sandbox.calls.count()).toBe(calls);
    clock.pass(2_000);
    expect(await sync()).toBe('changed');
    expect(roles()).toHaveLength(2);
    expect(await problems()).toEqual([]);
  },
);
