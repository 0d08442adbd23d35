import { expect, test } from 'vitest';
import { cleanUpLinking } from '../../src/linking/cleanup.ts';
import { waitFor } from '../support/wait.ts';
import { titleOf, visitorOf } from './visitor.ts';
import { useWorld } from './world.ts';

const world = useWorld();
const settled = () => waitFor(async () => expect(await world().prisma.tokenRevocation.count()).toBe(0));
const grantsOf = (userId: string) =>
  [...world().sandbox.community.state.grants.values()].filter((grant) => grant.userId === userId);

test('a first try that is cancelled or expires revokes no token of the second', async () => {
  const { member, buy, sandbox, time } = world();
  const paolo = member('paolo_v');
  sandbox.community.leave(sandbox.guildId, paolo);
  await buy('paolo@example.com');
  const expiring = visitorOf(world());
  await expiring.visit(await expiring.toChat(paolo));
  time.ahead = 9 * 60_000;
  const stopped = visitorOf(world());
  const page = await stopped.visit(await stopped.toChat(paolo));
  const visitor = visitorOf(world());
  const confirm = await visitor.toConfirm(paolo, 'paolo@example.com');

  expect(titleOf(await stopped.press(page, '/link/cancel'))).toBe('Nothing was linked');
  await settled();
  time.ahead = 11 * 60_000;
  await cleanUpLinking(world().deps, new AbortController().signal);
  await settled();
  time.ahead = 9 * 60_000;
  await visitor.press(confirm, '/link/confirm');
  time.ahead = 0;
  await world().user.hasRole(paolo, 'Supporter');
  await waitFor(() =>
    expect(sandbox.community.state.connections.get(paolo)?.metadata).toMatchObject({ is_member: '1' }),
  );
});

test('a grant revoked at the platform is noticed within a day, even with nothing to update', async () => {
  const { member, buy, sandbox, prisma, deps, time, allTold } = world();
  const leif = member('leif.h');
  await buy('leif@example.com');
  await visitorOf(world()).link(leif, 'leif@example.com');
  const grant = () => prisma.chatGrant.findUnique({ where: { chatUserId: leif } });
  await waitFor(async () => expect(await grant()).toMatchObject({ pushed: expect.any(String) }));
  // Reads are counted for all members, so wait until all updates are done.
  await allTold();
  const cleanUp = () => cleanUpLinking(deps, new AbortController().signal);
  const day = 25 * 3_600_000;
  const looks = () =>
    sandbox.calls.list().find(({ method, route }) => method === 'GET' && route === '/users/@me')?.answered[
      '200'
    ];
  const expected = (looks() ?? 0) + (await prisma.chatGrant.count());
  time.ahead = day;
  await cleanUp();
  await waitFor(() => expect(looks()).toBe(expected));
  // Not again before another day has passed.
  await cleanUp();
  expect(await grant()).not.toBeNull();

  for (const { id } of grantsOf(leif))
    sandbox.community.commit({ writes: [{ kind: 'grant', within: '', id, value: undefined }], events: [] });
  time.ahead = 2 * day;
  await cleanUp();
  await waitFor(async () => expect(await grant()).toBeNull());
  time.ahead = 0;
  expect(await prisma.linkChange.count({ where: { chatUserId: leif, kind: 'grant_revoked' } })).toBe(1);
  expect(await prisma.accountLink.count({ where: { chatUserId: leif } })).toBe(1);
});

test('cancelling the last try revokes the tokens of all tries', async () => {
  const tomasz = world().member('tomasz_k');
  const visitors = [visitorOf(world()), visitorOf(world())];
  const tries = [];
  for (const visitor of visitors)
    tries.push({ visitor, page: await visitor.visit(await visitor.toChat(tomasz)) });
  expect(grantsOf(tomasz)).not.toEqual([]);
  for (const { visitor, page } of tries) await visitor.press(page, '/link/cancel');
  await settled();
  expect(grantsOf(tomasz)).toEqual([]);
});
