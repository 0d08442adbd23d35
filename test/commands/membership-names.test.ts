import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { waitFor } from '../support/wait.ts';
import { startWorld, type World } from './world.ts';

const NOTES = 'Win-back, do not tell';

let world: World;
let planId: string;
beforeAll(async () => {
  world = await startWorld({ commerce: true });
  const plan = await world.commerce.plans.create({
    planType: 'renewal',
    renewalPrice: 5,
    billingPeriod: 30,
    internalNotes: NOTES,
    productId: world.seeded.productId,
  });
  planId = plan.id;
  await world.map(world.roles.supporter.id, planId);
  // The first request doesn't wait for the lists, so repeat it until they are loaded.
  await waitFor(async () => {
    expect(await world.commerce.catalog.has('plan_none')).toBe(false);
    const found = await world.owner().suggestions('plans quick-link', 'plan', { plan: 'win-back' });
    expect(found).toHaveLength(1);
  });
});
afterEach(() => world.prisma.mirroredMembership.deleteMany());
afterAll(() => world.close());

const ofJuniper = () => world.owner().useOn('Memberships', world.member('juniper'));

test('a member without memberships sees where to link, unless linking is forbidden', async () => {
  const { text } = await world.as('juniper').run('membership');
  expect(text).toContain('link your purchases');
  expect(text).toContain('[Link my purchases (link)]');
  await world.owner().run('linking forbid', { member: world.member('leif.h'), days: 3 });
  expect((await world.as('leif.h').run('membership')).text).not.toContain('(link)');
  expect((await world.owner().useOn('Memberships', world.member('juniper'))).text).not.toContain('(link)');
});

test('members see the product and its price, and admins the plan name that the seller gave', async () => {
  await world.buy('juniper', planId);
  const { text } = await world.as('juniper').run('membership');
  expect(text).toContain('**Community membership · $5.00 every 30 days** · active');
  expect(text).toContain('Membership “Community membership · $5.00 every 30 days” is active.');
  expect(text).not.toContain('Win-back');
  expect((await ofJuniper()).text).toContain(`**Community membership · ${NOTES}**`);
});

test('a buyer by quick link sees the original plan and no plan id', async () => {
  const link = await world.commerce.plans.createQuickLink(planId, { internalNotes: 'Only for Leif' });
  await world.buy('leif.h', link.id);
  await world.prisma.mirroredMembership.updateMany({
    where: { planId: link.id },
    data: { sourcePlanId: planId },
  });
  const { text } = await world.as('leif.h').run('membership');
  expect(text).toContain('**Community membership · $5.00 every 30 days**');
  expect(text).not.toMatch(/plan\\?_|Only for Leif|Win-back/);
});

test('a trial shows when it becomes paid, and a completed purchase shows as paid for good', async () => {
  const username = 'tomasz_k';
  await world.buy(username, planId, { status: 'trialing' });
  await world.buy(username, 'plan_gone', { status: 'completed' });
  const at = new Date('2026-12-01T08:00:00Z');
  await world.prisma.mirroredMembership.updateMany({
    where: { chatUserId: world.member(username), status: 'trialing' },
    data: { periodEndsAt: at },
  });
  const { text } = await world.as(username).run('membership');
  expect(text).toContain(`Payments start <t:${at.getTime() / 1000}:F>.`);
  expect(text).not.toContain('renews');
  expect(text).toContain('**Membership** · paid for good');
  expect(text).not.toMatch(/completed|plan\\?_/);
});

test('a long list of memberships counts the omitted ones as memberships', async () => {
  for (let more = 0; more < 12; more += 1) await world.buy('juniper', planId);
  const { text } = await world.as('juniper').run('membership');
  expect(text).toContain('and 4 more memberships');
  expect(text).not.toContain('lines');
});
