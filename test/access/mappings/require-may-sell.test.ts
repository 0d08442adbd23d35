import { PermissionFlagsBits } from 'discord.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireMaySell } from '../../../src/access/mappings/authority.ts';
import { DEFAULT_POLICY, saveMapping } from '../../../src/access/mappings/mappings.ts';
import type { Database } from '../../../src/database/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startEngine } from '../engine.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Sets up two servers that sell the same plan, each with its own owner. */
async function startTwo() {
  const engine = await startEngine(database);
  const { sandbox, deps, guildId, people, signal } = engine;
  const { community } = sandbox;
  const other = community.createGuild('Harbour');
  const bot = [...other.roles.values()].find(({ managed }) => managed);
  community.changeRole(other.id, bot?.id ?? '', { position: 50 });
  const plan = `plan_${other.id}`;
  const [owner = ''] = people;
  return {
    ...engine,
    other,
    owner,
    plan,
    /** Maps the plan to a role of the other server. */
    async mapThere(permissions: bigint) {
      const role = { name: 'Crew', position: 1, permissions: String(permissions) };
      const { id: roleId } = community.createRole(other.id, role);
      const mapping = { guildId: other.id, roleId, sourceId: plan, condition: 'valid' as const };
      await saveMapping(database.prisma, { ...mapping, ...DEFAULT_POLICY });
    },
    sell: (userId: string, sources: readonly string[] | 'any product' = [plan]) =>
      requireMaySell({ ...deps, guildIds: [guildId, other.id] }, sources, { guildId, userId }, signal),
  };
}

test('a plan that gives a powerful role in another server is sold by the owner of that server alone', async () => {
  const { mapThere, sell, owner, other, guildId, sandbox } = await startTwo();
  await mapThere(PermissionFlagsBits.BanMembers);
  await expect(sell(owner)).rejects.toMatchObject({
    code: 'ROLE_OWNERS_ONLY',
    details: { powers: ['Ban Members'] },
  });
  sandbox.community.join(guildId, { userId: other.ownerId });
  // The plan has no mapping in this server, so nothing is required here.
  await expect(sell(other.ownerId)).resolves.toBeUndefined();
});

test('a plan that gives harmless roles in another server is sold by every seller, as is a plan without roles', async () => {
  const { mapThere, sell, people } = await startTwo();
  const [, ada = ''] = people;
  await mapThere(0n);
  await expect(sell(ada)).resolves.toBeUndefined();
  await expect(sell(ada, ['plan_of_nothing'])).resolves.toBeUndefined();
});

test('a server that the bot has left blocks no sale', async () => {
  const { mapThere, sell, owner, other, sandbox } = await startTwo();
  await mapThere(PermissionFlagsBits.Administrator);
  sandbox.community.leave(other.id, sandbox.community.state.application.botId);
  await expect(sell(owner)).resolves.toBeUndefined();
});

test('a seller who is not in the server sells nothing that gives roles there', async () => {
  const { map, role, sell, other } = await startTwo();
  await map(role('Supporter'), 'prod_1');
  await expect(sell(other.ownerId, ['prod_1'])).rejects.toMatchObject({ code: 'YOU_MAY_NOT_MANAGE_ROLES' });
  await expect(sell(other.ownerId, 'any product')).rejects.toThrow('permission Manage Roles');
});
