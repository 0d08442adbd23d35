import { expect, test } from 'vitest';
import { DEFAULT_POLICY, saveMapping } from '../../src/access/mappings/mappings.ts';
import { visitorOf } from '../linking/visitor.ts';
import { useWorld } from '../linking/world.ts';
import { waitUntil } from '../support/wait.ts';

const world = useWorld();

const PAOLO = 'paolo@example.com';

test('who buys with a member’s e-mail address takes no role from the member that was given by hand, and removes nobody', async () => {
  const { member, user, sandbox, prisma } = world();
  const { guildId, community } = sandbox;
  const victim = member('paolo_v');
  const plan = await user.createPlan({ initial_price: 0 });
  const create = async (name: string) => {
    const { id: roleId } = community.createRole(guildId, { name, position: 1 });
    const mapping = { guildId, roleId, sourceId: plan.id, condition: 'valid' } as const;
    await saveMapping(prisma, { ...mapping, ...DEFAULT_POLICY, atEnd: 'kick' });
    return { name, roleId };
  };
  const [honour, sold] = [await create('honour'), await create('sold')];
  community.giveRole(guildId, victim, honour.roleId);
  await visitorOf(world()).link(victim, PAOLO);

  const response = await fetch(plan.direct_link, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ email: PAOLO }),
  });
  expect(response.status).toBe(201);
  // The next sign-in makes the stranger's purchase the member's.
  await visitorOf(world()).link(victim, PAOLO);
  await user.hasRole(victim, sold.name);
  const [bought] = await prisma.mirroredMembership.findMany({ where: { planId: plan.id } });
  expect(bought).toMatchObject({ buyerVerified: false, valid: true });
  const roleId = { in: [honour.roleId, sold.roleId] };
  expect(await prisma.roleGrant.findMany({ where: { userId: victim, roleId } })).toMatchObject([
    { roleId: sold.roleId, proven: false, claimed: true },
  ]);

  await user.terminate(bought?.id ?? '');
  await user.lacksRole(victim, sold.name);
  await waitUntil(async () => (await prisma.roleGrant.count({ where: { userId: victim } })) === 0);
  expect((await user.people()).map(({ id }) => id)).toContain(victim);
  expect(await user.rolesOf(victim)).toContain(honour.name);
});
