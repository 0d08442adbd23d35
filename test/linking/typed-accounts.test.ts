import { expect, onTestFinished, test } from 'vitest';
import { memberChanged } from '../../src/access/queue/queues.ts';
import { unlink } from '../../src/linking/links.ts';
import { waitUntil } from '../support/wait.ts';
import { visitorOf } from './visitor.ts';
import { useWorld } from './world.ts';

const world = useWorld();
const ROLE_ROUTE = '/guilds/:guild_id/members/:user_id/roles/:role_id';
const MANY = 40;

/** Goes to the page that asks for confirmation, as a buyer of a paid plan. @returns how to confirm */
async function buyAndGoToConfirm(account: string, email: string) {
  const { buy, prisma } = world();
  await buy(email);
  const visitor = visitorOf(world());
  const page = await visitor.toConfirm(account, email);
  const { commerceUserId } = await prisma.linkJourney.findFirstOrThrow({
    where: { chatUserId: account, step: 'confirm' },
  });
  return { commerceUserId: commerceUserId ?? '', confirm: () => visitor.press(page, '/link/confirm') };
}

/** Stores free purchases of the commerce user that name other accounts, each of which has the role from it. */
async function nameAccounts(
  count: number,
  commerceUserId: string,
  { isProven = false, isPaid = false } = {},
) {
  const { prisma, sandbox, user, planId } = world();
  const plan = (await user.plans()).find(({ id }) => id === planId);
  const { guildId, community } = sandbox;
  const [roleId = ''] = [...(community.guild(guildId)?.roles.values() ?? [])]
    .filter(({ name }) => name === 'Supporter')
    .map(({ id }) => id);
  const at = new Date();
  const accounts = Array.from({ length: count }, (_, number) => {
    const username = `${commerceUserId.toLowerCase().slice(-8)}.${isPaid ? 'paid' : 'free'}${number}`;
    return community.join(guildId, { username, displayName: username }).userId;
  });
  for (const account of accounts) community.giveRole(guildId, account, roleId);
  await prisma.mirroredMembership.createMany({
    data: accounts.map((chatUserId) => ({
      id: `mem_${chatUserId}`,
      planId,
      productId: plan?.product ?? null,
      commerceUserId,
      free: !isPaid && !isProven,
      status: 'active',
      valid: true,
      chatUserId,
      chatProven: isProven,
      chatConnectedAt: at,
      observation: 1,
      observedAt: at,
    })),
  });
  await prisma.roleGrant.createMany({
    data: accounts.map((userId) => {
      const basis = { proven: isProven, claimed: !isPaid && !isProven };
      return { guildId, userId, roleId, requestedAt: at, confirmedAt: at, ...basis };
    }),
  });
  return accounts;
}

/** Holds all removals of a role at the platform. */
function holdRemovals() {
  const held = world().sandbox.faults.hold({ method: 'DELETE', route: ROLE_ROUTE });
  onTestFinished(() => held.remove());
  return held;
}

/** Counts those of the accounts that have the role. */
const holding = async (accounts: readonly string[]) => {
  const holders = await world().user.holders('Supporter');
  return accounts.filter((account) => holders.includes(account)).length;
};

/** Lists the urgencies of the unfinished syncs of these accounts. */
const urgenciesOf = async (accounts: readonly string[]) =>
  (
    await world().prisma.$queryRaw<{ urgency: string }[]>`
      SELECT data->>'urgency' AS urgency FROM pgboss.job
      WHERE name = ${memberChanged.name} AND state < 'completed' AND data->>'userId' = ANY(${accounts})`
  ).map(({ urgency }) => urgency);

test('accounts that were only typed come last, after a link and after its end', async () => {
  const { member, user, deps } = world();
  const sunniva = member('sunniva');
  const { commerceUserId, confirm } = await buyAndGoToConfirm(sunniva, 'sunniva@example.com');
  const typed = await nameAccounts(3, commerceUserId);
  const removals = holdRemovals();
  await confirm();
  await user.hasRole(sunniva, 'Supporter');
  const last = ['claimed', 'claimed', 'claimed'];
  await waitUntil(async () => (await urgenciesOf(typed)).length === 3);
  expect(await urgenciesOf(typed)).toEqual(last);
  removals.remove();
  await waitUntil(async () => (await holding(typed)) === 0);
  await waitUntil(async () => (await urgenciesOf(typed)).length === 0);

  const { faults } = world().sandbox;
  const grants = faults.hold({ method: 'PUT', route: ROLE_ROUTE });
  onTestFinished(() => grants.remove());
  await unlink(deps, { chatUserId: sunniva, orderedBy: sunniva });
  await waitUntil(async () => (await urgenciesOf(typed)).length === 3);
  expect(await urgenciesOf(typed)).toEqual(last);
  grants.remove();
  await waitUntil(async () => (await holding(typed)) === 3);
});

test('an account that the buyer had connected loses the role before the linked one gets it', async () => {
  const { member, user } = world();
  const ada = member('ada.okafor');
  const { commerceUserId, confirm } = await buyAndGoToConfirm(ada, 'ada@example.com');
  const connected = await nameAccounts(2, commerceUserId, { isProven: true });
  const removals = holdRemovals();
  await confirm();
  await removals.arrived;
  // A sync of the new account meanwhile gives it nothing.
  expect(await user.rolesOf(ada)).not.toContain('Supporter');
  removals.remove();
  await user.hasRole(ada, 'Supporter');
  expect(await holding(connected)).toBe(0);
});

test('a linked buyer gets the paid role while forty accounts that were only typed still have theirs', async () => {
  const { member, user } = world();
  const noor = member('noor.rahman');
  const { commerceUserId, confirm } = await buyAndGoToConfirm(noor, 'noor@example.com');
  const typed = await nameAccounts(MANY, commerceUserId);
  const removals = holdRemovals();
  await confirm();
  await user.hasRole(noor, 'Supporter');
  await removals.arrived;
  expect(await holding(typed)).toBe(MANY);
  removals.remove();
  await waitUntil(async () => (await holding(typed)) < MANY);
});

test('a purchase overtakes the accounts that were only typed behind a link', async () => {
  const { member, user, planId, prisma } = world();
  const leif = member('leif.h');
  const payer = member('paolo_v');
  const { commerceUserId, confirm } = await buyAndGoToConfirm(leif, 'leif@example.com');
  const typed = await nameAccounts(MANY, commerceUserId);
  const removals = holdRemovals();
  await confirm();
  await removals.arrived;
  const plan = (await user.plans()).find(({ id }) => id === planId);
  await user.buy(plan?.direct_link ?? '', payer);
  await waitUntil(async () => (await urgenciesOf([payer])).includes('urgent'));
  removals.remove();
  await user.hasRole(payer, 'Supporter');
  const changes = await waitUntil(async () => {
    const found = await prisma.roleChange.findMany({
      where: { userId: { in: [payer, ...typed] } },
      orderBy: { id: 'asc' },
    });
    return found.some(({ userId }) => userId === payer) && found;
  });
  // One account was losing its role already, and every tenth job is the oldest.
  expect(changes.findIndex(({ userId }) => userId === payer)).toBeLessThan(3);
});

test('of many paid purchases that only named an account, a link takes no more roles than a sweep may', async () => {
  const { member, user } = world();
  const mira = member('mira.solberg');
  const { commerceUserId, confirm } = await buyAndGoToConfirm(mira, 'mira@example.com');
  const paid = await nameAccounts(12, commerceUserId, { isPaid: true });
  const free = await nameAccounts(2, commerceUserId);
  await confirm();
  await user.hasRole(mira, 'Supporter');
  await waitUntil(async () => (await holding(free)) === 0);
  await waitUntil(async () => (await urgenciesOf(paid)).length === 0);
  expect(await holding(paid)).toBe(2);
});
