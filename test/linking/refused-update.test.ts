import { expect, test } from 'vitest';
import { cleanUpLinking } from '../../src/linking/cleanup.ts';
import { unlink } from '../../src/linking/links.ts';
import { sendConnection } from '../../src/linking/queues.ts';
import { waitFor } from '../support/wait.ts';
import { visitorOf } from './visitor.ts';
import { useWorld } from './world.ts';

// On its own, because the platform's calls are counted for all members.
const world = useWorld();

test('a refused update of linked roles is not repeated endlessly and keeps no token alive', async () => {
  const { member, buy, sandbox, prisma, deps, allTold } = world();
  const tomasz = member('tomasz_k');
  await buy('tom@example.com');
  const route = '/users/@me/applications/:application_id/role-connection';
  const refusal = sandbox.faults.answer({ method: 'PUT', route }, { status: 400 }, 1_000);
  const refused = () =>
    sandbox.calls.list().find((one) => one.method === 'PUT' && one.route === route)?.answered['400'] ?? 0;
  await visitorOf(world()).link(tomasz, 'tom@example.com');
  await world().user.hasRole(tomasz, 'Supporter');
  await waitFor(async () =>
    expect(await prisma.chatGrant.findUnique({ where: { chatUserId: tomasz } })).toMatchObject({
      pushed: expect.stringContaining('"is_member":"1"'),
    }),
  );
  await allTold();
  const before = refused();
  expect(before).toBeGreaterThan(0);
  for (let round = 0; round < 2; round++) {
    await sendConnection(deps.send, tomasz);
    await cleanUpLinking(deps, new AbortController().signal);
    await allTold();
  }
  expect(refused()).toBe(before);
  await unlink(world().deps, { chatUserId: tomasz, orderedBy: tomasz });
  await waitFor(() => {
    const grants = [...sandbox.community.state.grants.values()];
    expect(grants.filter(({ userId }) => userId === tomasz)).toEqual([]);
  });
  refusal.remove();
});
