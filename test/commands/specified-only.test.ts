import { afterEach, beforeEach, expect, test } from 'vitest';
import { adminActions } from '../audit/log.ts';
import { waitFor } from '../support/wait.ts';
import { expectGolden, timeless } from './golden.ts';
import { startSpecifiedService } from './specified-service.ts';
import { startWorld, type World } from './world.ts';

let service: Awaited<ReturnType<typeof startSpecifiedService>>;
let world: World;
beforeEach(async () => {
  service = await startSpecifiedService();
  world = await startWorld({ commerceUrl: service.url, worker: true });
  await world.map(world.roles.supporter.id, 'plan_gold');
  await world.buy('juniper', 'plan_gold');
  await world.sync('juniper');
  await waitFor(() => expect(world.rolesOf('juniper')).toContain(world.roles.supporter.id));
  // The first request doesn't wait for the plan names, so repeat it until they are loaded.
  await waitFor(async () => expect(await world.commerce.catalog.plans('Gold', 1)).toHaveLength(1));
});
afterEach(async () => {
  await world.close();
  await service.close();
});

const terminations = () => service.asked.filter(({ request }) => request.startsWith('POST'));

test('a membership is shown as stored in the mirror, with a note on unavailable facts', async () => {
  const shown = await world.owner().run('memberships show', { membership: 'mem_1' });
  await expectGolden('memberships/mirrored', timeless(shown));
  const german = await world.german().run('memberships show', { member: world.member('juniper') });
  await expectGolden('memberships/mirrored.de', timeless(german));
});

test('a membership is terminated by one POST without a body, and its role is revoked', async () => {
  const asked = await world.owner().run('memberships terminate', { member: world.member('juniper') });
  await expectGolden('memberships/terminate-mirrored', timeless(asked));
  const form = world.owner().pressForForm(asked, 'End it now');
  expect((await world.owner().fillIn(form, { reason: 'Refund' })).text).toContain('Membership ended');
  await waitFor(() => expect(world.rolesOf('juniper')).not.toContain(world.roles.supporter.id));
  expect(terminations()).toEqual([{ request: 'POST /api/v2/memberships/mem_1/terminate', bytes: 0 }]);
  const over = await world.owner().run('memberships terminate', { membership: 'mem_1' });
  expect(over.text).toContain('has already ended');
});

test('a membership unknown to the mirror is ended by its id, after a warning that nothing is known of it', async () => {
  const shown = await world.owner().run('memberships show', { membership: 'mem_other' });
  await expectGolden('memberships/nothing-known', shown);
  const asked = await world.german().run('memberships terminate', { membership: 'mem_other' });
  await expectGolden('memberships/terminate-nothing-known.de', asked);
  const form = world.german().pressForForm(asked, 'Jetzt beenden');
  expect((await world.german().fillIn(form, { reason: 'Refund' })).text).toContain('Mitgliedschaft beendet');
  expect(terminations()).toMatchObject([{ request: 'POST /api/v2/memberships/mem_other/terminate' }]);
  const actions = await adminActions(world.prisma, { objectId: 'mem_other' });
  expect(actions).toMatchObject([{ details: { outcome: 'done' } }]);
});

test('a lookup that only the service could answer is refused', async () => {
  const byKey = await world.owner().run('memberships show', { membership: 'KEY-1' });
  expect(byKey.text).toContain('can’t look up memberships');
  const byMail = await world.owner().run('memberships show', { membership: 'juniper@example.com' });
  expect(byMail.text).toContain('can’t list memberships');
});
