import { expect, test } from 'vitest';
import { DEFAULT_POLICY, type Policy, saveMapping } from '../../src/access/mappings/mappings.ts';
import { visitorOf } from '../linking/visitor.ts';
import { useWorld } from '../linking/world.ts';
import { waitUntil } from '../support/wait.ts';

const world = useWorld();

/**
 * A plan that gives two roles. The bystander has one of them, given by hand; the other one, which comes and goes with
 * the purchase, shows that the bot has looked.
 */
async function sell(name: string, bystander: string, atEnd: Policy['atEnd'] = 'remove') {
  const { sandbox, prisma, user } = world();
  const { guildId, community } = sandbox;
  const plan = await user.createPlan({ initial_price: 9 });
  const create = async (role: string) => {
    const { id: roleId } = community.createRole(guildId, { name: role, position: 1 });
    const mapping = { guildId, roleId, sourceId: plan.id, condition: 'valid' } as const;
    await saveMapping(prisma, { ...mapping, ...DEFAULT_POLICY, atEnd });
    return { name: role, id: roleId };
  };
  const honour = await create(`${name} honour`);
  const sold = await create(`${name} sold`);
  community.giveRole(guildId, bystander, honour.id);
  return { url: plan.direct_link, honour: honour.name, sold: sold.name };
}

test('who buys with a bystander’s id and links another account takes no role from the bystander that was given by hand', async () => {
  const { member, user } = world();
  const [bystander, stranger] = [member('noor.rahman'), member('tomasz_k')];
  const { url, honour, sold } = await sell('linked', bystander);
  await user.buy(url, bystander, 'stranger@example.com');
  await user.hasRole(bystander, sold);

  await visitorOf(world()).link(stranger, 'stranger@example.com');
  await user.hasRole(stranger, honour);
  await user.hasRole(stranger, sold);
  await user.lacksRole(bystander, sold);
  expect(await user.rolesOf(bystander)).toContain(honour);
});

test('who buys with a bystander’s id and lets it end has nobody removed from the server, and takes no role but the bought one', async () => {
  const { member, user } = world();
  const bystander = member('juniper');
  const { url, honour, sold } = await sell('ended', bystander, 'kick');
  const membership = await user.buy(url, bystander, 'another-stranger@example.com');
  await user.hasRole(bystander, sold);

  await user.terminate(membership.id);
  await user.lacksRole(bystander, sold);
  expect((await user.people()).map(({ id }) => id)).toContain(bystander);
  expect(await user.rolesOf(bystander)).toContain(honour);
});

test('who proves at /link that the typed account is theirs is removed at the end, as the mapping says', async () => {
  const { member, user, sandbox, prisma } = world();
  const buyer = member('leif.h');
  const { url, sold } = await sell('proven', buyer, 'kick');
  const browser = visitorOf(world());
  const order = { email: 'leif@example.com', community_chat_id: buyer, card_number: '4242424242424242' };
  const bought = await browser.press(await browser.visit(url), url.split('/').at(-1) ?? '', order);
  const id = /<code>(mem_\w+)<\/code>/.exec(bought.html)?.[1] ?? '';
  await user.hasRole(buyer, sold);

  await browser.link(buyer, 'leif@example.com');
  await waitUntil(async () => (await prisma.roleGrant.count({ where: { userId: buyer, proven: true } })) > 1);
  await user.terminate(id);
  await waitUntil(() => !sandbox.community.guild(sandbox.guildId)?.members.has(buyer));
});
