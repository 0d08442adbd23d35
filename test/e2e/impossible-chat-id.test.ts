import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rolekeeper } from '../../src/rolekeeper.ts';
import { userOf } from '../support/journey.ts';
import { openRolekeeper } from '../support/rolekeeper.ts';
import { waitUntil } from '../support/wait.ts';

let rolekeeper: Rolekeeper;
let user: ReturnType<typeof userOf>;
beforeAll(async () => {
  rolekeeper = await openRolekeeper();
  user = userOf(rolekeeper.config.publicUrl, rolekeeper.secrets.commerceApiKey);
});
afterAll(() => rolekeeper.close());

const checkout = async (community_chat_id: string, accept: string) => {
  const [plan] = await user.plans();
  const order = { email: 'mallory@example.com', card_number: '4242424242424242', community_chat_id };
  return fetch(plan?.direct_link ?? '', {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
};

test('whoever buys with an id that no account can have keeps nobody else from their role', async () => {
  const refused = () => rolekeeper.sandbox?.calls.answered(400) ?? 0;
  const attack = await checkout('99999999999999999999', 'application/json');
  // Where it was sold, the bot looks for the buyer before anybody else pays.
  if (attack.ok) await waitUntil(() => refused() > 0);
  const [plan] = await user.plans();
  for (const { id } of (await user.people()).slice(-2)) {
    await user.buy(plan?.direct_link ?? '', id);
    await user.hasRole(id, 'Supporter');
  }
  expect(attack.status).toBe(400);
  expect(refused()).toBe(0);
});

const IMPOSSIBLE = ['9223372036854775808', '00440832553390155656', '123', 'ada#1234', '9000000000000000000'];

test('what can be no id is refused at the checkout, for programs and people, and where memberships are searched', async () => {
  const { config, secrets } = rolekeeper;
  const headers = { authorization: `Bearer ${secrets.commerceApiKey}` };
  for (const id of IMPOSSIBLE) {
    const program = await checkout(id, 'application/json');
    expect([program.status, await program.text()], id).toMatchObject([
      400,
      expect.stringContaining('community_chat_id'),
    ]);
    const person = await checkout(id, 'text/html');
    expect([person.status, await person.text()], id).toMatchObject([
      400,
      expect.stringContaining('17 to 19 digits'),
    ]);
    const url = `${config.publicUrl}/api/v2/memberships?community_chat_id=${encodeURIComponent(id)}`;
    expect((await fetch(url, { headers })).status, id).toBe(400);
  }
});
