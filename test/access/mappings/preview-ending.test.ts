import { PermissionFlagsBits } from 'discord.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { previewOrderedEnding } from '../../../src/access/mappings/preview-ending.ts';
import type { Database } from '../../../src/database/index.ts';
import { en } from '../../../src/i18n/en/index.ts';
import { unlinkByAdmin } from '../../../src/linking/links.ts';
import { createSeal } from '../../../src/linking/seal.ts';
import { openTestDatabase } from '../../support/database.ts';
import { foundCrew, openEngine } from '../engine.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const REFUSED = { code: 'YOU_MAY_NOT_KICK_ELSEWHERE' };

/**
 * Sets up two servers that sell the same plan. Its end removes the member from the other one, by default. An admin of
 * the first server ends the membership of a member of both.
 */
async function startTwo(atEnd: 'kick' | 'remove' = 'kick') {
  const parts = await openEngine(database);
  const { community } = parts.sandbox;
  const [here, there] = [foundCrew(parts, 3), foundCrew(parts, 1)];
  const [, admin = '', member = ''] = here.people;
  community.join(there.guildId, { userId: member });
  const plan = `plan_${here.guildId}`;
  const role = there.role('Paid');
  await here.map(here.role('Paid'), plan);
  await there.map(role, plan, { atEnd });
  const id = await there.buy(member, plan);
  await there.sync(member);
  expect(there.rolesOf(member)).toContain(role);
  const deps = { ...here.deps, guildIds: [here.guildId, there.guildId] };
  return {
    community,
    here,
    there,
    admin,
    member,
    plan,
    id,
    deps,
    /** Lets the admin kick in the other server. */
    allowKick() {
      const permissions = String(PermissionFlagsBits.KickMembers);
      community.join(there.guildId, { userId: admin });
      const kickers = community.createRole(there.guildId, { name: 'Kickers', position: 1, permissions });
      community.giveRole(there.guildId, admin, kickers.id);
    },
    preview: (membershipId = id) =>
      previewOrderedEnding(
        deps,
        { guildId: here.guildId, userId: admin },
        membershipId,
        en.reasons,
        here.signal,
      ),
  };
}

test('an admin ends no membership whose end removes its member from another server, unless they may kick there', async () => {
  const { preview, community, there, admin, allowKick } = await startTwo();
  await expect(preview()).rejects.toMatchObject(REFUSED);
  community.join(there.guildId, { userId: admin });
  await expect(preview()).rejects.toMatchObject(REFUSED);
  allowKick();
  expect(await preview()).toMatchObject({ isMember: true, isRemoved: false });
});

test('two memberships that both hold a member in cannot be ended at once to have them removed from another server', async () => {
  const { preview, allowKick, there, member, plan, id } = await startTwo();
  const [role = ''] = there.rolesOf(member) ?? [];
  await there.map(role, `${plan}_r`, { atEnd: 'remove' });
  const both = [await there.buy(member, `${plan}_r`), await there.buy(member, `${plan}_r`)];
  await database.prisma.mirroredMembership.update({
    where: { id },
    data: { valid: false, status: 'canceled', endedAt: new Date() },
  });
  const previews = await Promise.allSettled(both.map((one) => preview(one)));
  expect(previews).toMatchObject([{ reason: REFUSED }, { reason: REFUSED }]);
  allowKick();
  for (const one of both) expect(await preview(one)).toMatchObject({ isMember: true });
});

test('an admin ends no link that holds its member in another server, unless they may kick there', async () => {
  const { here, there, admin, allowKick, member, id, deps } = await startTwo();
  const row = await database.prisma.mirroredMembership.findUniqueOrThrow({ where: { id } });
  const connected = { chatUserId: null, chatConnectedAt: null, chatProven: false };
  const commerceUserId = `user_${id}`;
  await database.prisma.mirroredMembership.create({
    data: { ...row, ...connected, id: `${id}_linked`, commerceUserId },
  });
  await database.prisma.accountLink.create({
    data: { commerceUserId, chatUserId: member, linkedAt: new Date() },
  });
  await database.prisma.mirroredMembership.update({
    where: { id },
    data: { valid: false, status: 'canceled', endedAt: new Date() },
  });
  const seal = createSeal([{ id: 'test', key: Buffer.alloc(32) }]);
  const order = { chatUserId: member, orderedBy: admin, guildId: here.guildId };
  const unlink = () => unlinkByAdmin({ ...deps, seal, allowsSeveral: false }, order, here.signal);
  await expect(unlink()).rejects.toMatchObject(REFUSED);
  expect(await database.prisma.accountLink.count({ where: { commerceUserId } })).toBe(1);
  await there.sync(member);
  expect(there.rolesOf(member)).toHaveLength(1);
  allowKick();
  expect(await unlink()).toBe(1);
  await there.sync(member);
  expect(there.rolesOf(member)).toBeUndefined();
});

test('a membership whose end removes nobody from another server is ended by every admin', async () => {
  const { preview } = await startTwo('remove');
  expect(await preview()).toMatchObject({ isMember: true, isRemoved: false });
});

test('a server that the member or the bot has left prevents no end', async () => {
  const gone = await startTwo();
  gone.community.leave(gone.there.guildId, gone.member);
  expect(await gone.preview()).toMatchObject({ isMember: true });
  const unseen = await startTwo();
  unseen.community.leave(unseen.there.guildId, unseen.community.state.application.botId);
  expect(await unseen.preview()).toMatchObject({ isMember: true });
});
