import { afterEach, expect, test } from 'vitest';
import { CONNECT, signInsOf } from '../commerce-service/chat/sign-ins.ts';
import { waitUntil } from '../support/wait.ts';
import { titleOf, visitorOf } from './visitor.ts';
import { useWorld } from './world.ts';

const world = useWorld();
const { backFrom, owner } = signInsOf(world);

/** Waits for the events so far. From then on, only the linking pages can show what changes. */
async function endEvents() {
  const { prisma, allTold } = world();
  await waitUntil(async () => (await prisma.delivery.count({ where: { status: 'pending' } })) === 0);
  await allTold();
  await prisma.webhook.updateMany({ data: { enabled: false } });
}
afterEach(() => world().prisma.webhook.updateMany({ data: { enabled: true } }));

test('a buyer who connected another account loses the role on the first one when the linking pages show it before an event', async () => {
  const { member, user } = world();
  const [former, present, other] = [member('juniper'), member('sunniva'), member('leif.h')];
  const { visitor, id, email } = await owner(former);
  await user.hasRole(former, 'Supporter');
  await endEvents();
  const page = await visitor.visit(`/memberships/${id}`);
  const connected = await visitor.visit(await backFrom(visitor, page, CONNECT, present));
  expect(connected.html).toContain('Connected:');
  expect(await user.rolesOf(former)).toContain('Supporter');
  // The buyer only looks at the question whether to link a third account.
  const asked = await visitor.toConfirm(other, email);
  expect(titleOf(asked)).toBe('Link these two accounts?');
  await user.lacksRole(former, 'Supporter');
  await user.hasRole(present, 'Supporter');
});

test('a purchase that the linking pages show before its event gives its account the role', async () => {
  const { member, user, planId } = world();
  const [buyer, other] = [member('noor.rahman'), member('tomasz_k')];
  await endEvents();
  await user.buy(`/checkout/${planId}`, buyer, 'noor@example.com');
  await visitorOf(world()).toConfirm(other, 'noor@example.com');
  await user.hasRole(buyer, 'Supporter');
});
