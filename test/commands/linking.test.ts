import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectGolden, timeless } from './golden.ts';
import { START_TIMEOUT, startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ worker: true });
}, START_TIMEOUT);
afterAll(() => world.close());

const juniper = () => world.as('juniper');
const member = () => ({ member: world.member('juniper') });
const links = () => world.prisma.accountLink.count();
const changes = () =>
  world.prisma.linkChange.findMany({ orderBy: { id: 'asc' }, select: { kind: true, actor: true } });

/** Juniper's purchase is linked to them and gives Supporter. */
async function linked(commerceUserId: string): Promise<void> {
  await world.prisma.accountLink.create({
    data: { commerceUserId, chatUserId: world.member('juniper'), linkedAt: new Date('2026-11-20T09:00:00Z') },
  });
}

test('/link leads to a page that is for who asked alone', async () => {
  const shown = await juniper().run('link', {});
  await expectGolden('link/start', shown);
  expect(JSON.stringify(shown)).toContain(`/link?for=${world.member('juniper')}`);
  await expectGolden('unlink/nothing', await juniper().run('unlink', {}));
});

test('/unlink asks first, does it once, and says who did it', async () => {
  await linked('user_1');
  await expectGolden('link/again', await juniper().run('link', {}));
  const asked = await juniper().run('unlink', {});
  await expectGolden('unlink/ask', asked);
  await expectGolden('unlink/done', await juniper().press(asked, 'End the link'));
  expect(await links()).toBe(0);
  expect(await changes()).toEqual([{ kind: 'unlink', actor: world.member('juniper') }]);
});

test('admins see, end, forbid and allow links', async () => {
  await linked('user_2');
  await expectGolden('linking/show', await world.owner().run('linking show', member()));
  await expectGolden(
    'linking/unlink',
    timeless(await world.owner().run('linking unlink', { ...member(), forbid_days: 7 })),
  );
  expect(await links()).toBe(0);
  await expectGolden('link/forbidden', timeless(await juniper().run('link', {})));
  await expectGolden(
    'linking/forbid',
    timeless(await world.owner().run('linking forbid', { ...member(), days: 30 })),
  );
  await expectGolden('linking/allow', await world.owner().run('linking allow', member()));
  await expectGolden('linking/allow-again', await world.owner().run('linking allow', member()));
  await expectGolden('linking/show-none.de', await world.german().run('linking show', member()));
  const ordered = (await changes()).slice(1);
  expect(ordered.map(({ kind }) => kind)).toEqual(['unlink', 'forbid', 'forbid', 'allow']);
  expect(new Set(ordered.map(({ actor }) => actor))).toEqual(new Set([world.owner().userId]));
});
