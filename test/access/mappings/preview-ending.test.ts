import { PermissionFlagsBits } from 'discord.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { previewOrderedEnding } from '../../../src/access/mappings/preview-ending.ts';
import type { Database } from '../../../src/database/index.ts';
import { en } from '../../../src/i18n/en/index.ts';
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
    preview: () =>
      previewOrderedEnding(deps, { guildId: here.guildId, userId: admin }, id, en.reasons, here.signal),
  };
}

test('an admin ends no membership whose end removes its member from another server, unless they may kick there', async () => {
  const { preview, community, there, admin } = await startTwo();
  await expect(preview()).rejects.toMatchObject(REFUSED);
  community.join(there.guildId, { userId: admin });
  await expect(preview()).rejects.toMatchObject(REFUSED);
  const permissions = String(PermissionFlagsBits.KickMembers);
  const kickers = community.createRole(there.guildId, { name: 'Kickers', position: 1, permissions });
  community.giveRole(there.guildId, admin, kickers.id);
  expect(await preview()).toMatchObject({ isMember: true, isRemoved: false });
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
