import { expect, test } from 'vitest';
import { allowRelink, forbidRelink } from '../../src/linking/blocks.ts';
import { linkOf, startUrl } from '../../src/linking/link-status.ts';
import { unlink } from '../../src/linking/links.ts';
import { waitFor } from '../support/wait.ts';
import { titleOf, visitorOf } from './visitor.ts';
import { useWorld } from './world.ts';

const world = useWorld();
const has = (member: string, role = 'Supporter') => world().user.hasRole(member, role);
const lacks = (member: string, role = 'Supporter') => world().user.lacksRole(member, role);
const changesOf = (chatUserId: string) =>
  world().prisma.linkChange.findMany({ where: { chatUserId }, orderBy: { at: 'asc' } });
const storedTokens = (chatUserId: string) => world().prisma.chatGrant.count({ where: { chatUserId } });

test('a buyer links both accounts and gets the role, and a later signed-in purchase counts by the link', async () => {
  const { member, buy, prisma, deps, user } = world();
  const noor = member('noor.rahman');
  await buy('noor@example.com');
  const visitor = visitorOf(world());
  const confirm = await visitor.toConfirm(noor, 'noor@example.com');
  expect(titleOf(confirm)).toBe('Link these two accounts?');
  expect(confirm.html).toContain('Noor Rahman');
  expect(confirm.html).toContain('noor@example.com');
  expect((await linkOf(deps, noor)).links).toEqual([]);
  const done = await visitor.press(confirm, '/link/confirm');
  expect(titleOf(done)).toBe('Your accounts are linked');
  await has(noor);
  await waitFor(async () => {
    const { html } = await visitor.request('/link/status');
    expect(html).toContain('yours in <bdi>The Lighthouse</bdi>');
    expect(html).toContain('data-complete');
  });
  expect((await linkOf(deps, noor)).links).toHaveLength(1);
  expect(await changesOf(noor)).toMatchObject([{ kind: 'link', actor: noor }]);

  const commerceUserId = (await linkOf(deps, noor)).links[0]?.commerceUserId ?? '';
  expect(await prisma.auditEntry.findMany({ where: { objectId: noor } })).toMatchObject([
    {
      action: 'account linked',
      actorKind: 'member',
      actorId: noor,
      address: '127.0.0.1',
      guildId: null,
      details: { user: commerceUserId, previous: null },
    },
  ]);
  const bought = await prisma.mirroredMembership.findMany({ where: { commerceUserId } });
  for (const { id } of bought) await user.terminate(id);
  await lacks(noor);
  await buy('noor@example.com', visitor);
  await has(noor);
});

test("linked roles receive the member's data on every change, and nothing once the link ends", async () => {
  const { member, buy, sandbox, user, deps } = world();
  const leif = member('leif.h');
  await buy('leif@example.com');
  const visitor = visitorOf(world());
  await visitor.link(leif, 'leif@example.com');
  const connection = () => sandbox.community.state.connections.get(leif)?.metadata;
  await waitFor(() => expect(connection()).toMatchObject({ is_member: '1', active_memberships: '1' }));
  expect(sandbox.community.state.connectionMetadata.map(({ key }) => key)).toEqual([
    ...['member_since', 'active_memberships', 'is_member'],
  ]);
  await buy('leif@example.com', visitor);
  await waitFor(() => expect(connection()).toMatchObject({ active_memberships: '2' }));
  await unlink(deps, { chatUserId: leif, orderedBy: leif });
  await waitFor(async () => expect(await storedTokens(leif)).toBe(0));
  expect(connection()).toEqual({});
  await waitFor(() =>
    expect([...sandbox.community.state.grants.values()].filter((one) => one.userId === leif)).toEqual([]),
  );
  await user.lacksRole(leif, 'Supporter');
});

test('a buyer who is not in the server joins it with the role', async () => {
  const { member, buy, sandbox } = world();
  const paolo = member('paolo_v');
  sandbox.community.leave(sandbox.guildId, paolo);
  await buy('paolo@example.com');
  await visitorOf(world()).link(paolo, 'paolo@example.com');
  await has(paolo);
});

test('a new link moves the roles: the old account loses them before the new one gets them', async () => {
  const { member, buy, prisma, deps } = world();
  const [old, fresh] = [member('juniper'), member('sunniva')];
  await buy('june@example.com');
  await visitorOf(world()).link(old, 'june@example.com');
  await has(old);
  const visitor = visitorOf(world());
  const confirm = await visitor.toConfirm(fresh, 'june@example.com');
  expect(confirm.html).toContain('currently linked to another chat account');
  await visitor.press(confirm, '/link/confirm');
  await has(fresh);
  expect(await world().user.rolesOf(old)).not.toContain('Supporter');
  await waitFor(async () => {
    const audit = await prisma.roleChange.findMany({
      where: { userId: { in: [old, fresh] } },
      orderBy: { id: 'asc' },
    });
    expect(audit.map(({ userId, kind }) => [userId, kind])).toEqual([
      [old, 'grant'],
      [old, 'revoke'],
      [fresh, 'grant'],
    ]);
  });
  expect(await changesOf(fresh)).toMatchObject([{ kind: 'move', previousChatUserId: old }]);
  expect((await linkOf(deps, old)).links).toEqual([]);
  await waitFor(async () => expect(await storedTokens(old)).toBe(0));
});

test('a chat account has one link, which an admin can end and forbid for some days', async () => {
  const { member, buy, deps, time } = world();
  const tomasz = member('tomasz_k');
  const admin = member('mira.solberg');
  await buy('tom@example.com');
  await buy('other@example.com');
  await visitorOf(world()).link(tomasz, 'tom@example.com');
  await has(tomasz);
  const second = await visitorOf(world()).toConfirm(tomasz, 'other@example.com');
  expect([second.status, titleOf(second)]).toEqual([409, 'Your chat account is linked already']);

  expect(await unlink(deps, { chatUserId: tomasz, orderedBy: admin, forbidDays: 3 })).toBe(1);
  await lacks(tomasz);
  expect(await changesOf(tomasz)).toMatchObject([
    { kind: 'link' },
    { kind: 'unlink', actor: admin },
    { kind: 'forbid', actor: admin },
  ]);
  const refused = await visitorOf(world()).visit(await visitorOf(world()).toChat(tomasz));
  expect(titleOf(refused)).toBe('You started in another browser');
  const visitor = visitorOf(world());
  const forbidden = await visitor.visit(await visitor.toChat(tomasz));
  expect([forbidden.status, titleOf(forbidden)]).toEqual([403, 'You can’t link right now']);
  // Another chat account doesn't help, since the block also covers the purchases.
  const other = await visitorOf(world()).toConfirm(member('ada.okafor'), 'tom@example.com');
  expect(titleOf(other)).toBe('You can’t link right now');
  time.ahead = 4 * 24 * 3_600_000;
  const again = await visitorOf(world()).toConfirm(tomasz, 'tom@example.com');
  time.ahead = 0;
  expect(titleOf(again)).toBe('Link these two accounts?');
});

test('an admin lifts a block on linking', async () => {
  const { deps, member } = world();
  const order = { chatUserId: member('ada.okafor'), orderedBy: member('mira.solberg') };
  const until = await forbidRelink(deps, { ...order, days: 30 });
  expect((await linkOf(deps, order.chatUserId)).forbiddenUntil).toEqual(until);
  expect([await allowRelink(deps, order), await allowRelink(deps, order)]).toEqual([true, false]);
  expect((await linkOf(deps, order.chatUserId)).forbiddenUntil).toBeUndefined();
});

test('linking can be forbidden for 1 to 365 days', async () => {
  const { deps, member } = world();
  const order = { chatUserId: member('ada.okafor'), orderedBy: member('mira.solberg') };
  for (const days of [0, 366, 1.5, Number.NaN])
    await expect(forbidRelink(deps, { ...order, days })).rejects.toMatchObject({ code: 'DAYS_OUT_OF_RANGE' });
});

test('a link requested for one account cannot be taken by another', async () => {
  const { member, url } = world();
  const visitor = visitorOf(world());
  const seen = await visitor.visit(
    await visitor.toChat(member('ada.okafor'), 'authorize', startUrl(url, member('sunniva'))),
  );
  expect([seen.status, titleOf(seen)]).toEqual([403, 'That is a different chat account']);
  expect(seen.html).toContain('Ada Okafor');
});

test('a user who declines learns that nothing was linked', async () => {
  const { member } = world();
  const ada = member('ada.okafor');
  const visitor = visitorOf(world());
  const seen = await visitor.visit(await visitor.toChat(ada, 'cancel'));
  expect([seen.status, titleOf(seen)]).toEqual([200, 'Nothing was linked']);
  const page = await visitor.visit(await visitor.toChat(ada));
  expect(titleOf(await visitor.visit(await visitor.toCommerce(page, 'ada@example.com', 'deny')))).toBe(
    'Nothing was linked',
  );
  const confirm = await visitor.toConfirm(ada, 'ada@example.com');
  expect(titleOf(await visitor.press(confirm, '/link/cancel'))).toBe('Nothing was linked');
  expect(titleOf(await visitor.press(confirm, '/link/confirm'))).toBe('This step has expired');
});

test('a step that takes too long expires', async () => {
  const { member, time } = world();
  const visitor = visitorOf(world());
  const back = await visitor.toChat(member('ada.okafor'));
  time.ahead = 11 * 60_000;
  const seen = await visitor.visit(back);
  time.ahead = 0;
  expect([seen.status, titleOf(seen)]).toEqual([400, 'This step has expired']);
});

test('a confirmation counts only while the service knows the buyer by their sign-in', async () => {
  const { member, buy, prisma, deps } = world();
  const ada = member('ada.okafor');
  await buy('ada@example.com');
  const visitor = visitorOf(world());
  const confirm = await visitor.toConfirm(ada, 'ada@example.com');
  // The sign-in ends at the service while the page is open.
  await prisma.oAuthGrant.updateMany({ data: { revokedAt: new Date() } });
  expect(titleOf(confirm)).toBe('Link these two accounts?');
  const pressed = await visitor.press(confirm, '/link/confirm');
  expect([pressed.status, titleOf(pressed)]).toEqual([400, 'This step has expired']);
  expect((await linkOf(deps, ada)).links).toEqual([]);
  expect(await prisma.linkJourney.count({ where: { chatUserId: ada } })).toBe(0);
  expect(await storedTokens(ada)).toBe(0);
});

test('a provider that does not answer is reported without its details', async () => {
  const { member, sandbox } = world();
  const visitor = visitorOf(world());
  const back = await visitor.toChat(member('ada.okafor'));
  const outage = sandbox.faults.answer({ route: '/oauth2/token' }, { status: 503 });
  const seen = await visitor.visit(back);
  outage.remove();
  expect([seen.status, titleOf(seen)]).toEqual([503, 'A service isn’t responding']);
});
