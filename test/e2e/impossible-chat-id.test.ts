import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { parseConfig } from '../../src/config/config.ts';
import { type Rolekeeper, startRolekeeper } from '../../src/rolekeeper.ts';
import { createDataDir } from '../support/data-dir.ts';
import { createTestDatabase, isOnServer, type TestDatabase } from '../support/database.ts';
import { userOf } from '../support/journey.ts';
import { quietLog } from '../support/log.ts';
import { freePort } from '../support/ports.ts';
import { waitUntil } from '../support/wait.ts';

let folder: Awaited<ReturnType<typeof createDataDir>>;
let server: TestDatabase | undefined;
let rolekeeper: Rolekeeper;
let user: ReturnType<typeof userOf>;
beforeAll(async () => {
  folder = await createDataDir();
  server = isOnServer() ? await createTestDatabase() : undefined;
  const config = parseConfig({
    PORT: String(await freePort()),
    DATA_DIR: folder.dataDir,
    DATABASE_URL: server?.url,
    SECRET_KEY: 'only for the tests; thirty-two of it',
  });
  rolekeeper = await startRolekeeper({ config, clock: systemClock, log: quietLog });
  user = userOf(config.publicUrl, rolekeeper.secrets.commerceApiKey);
});
afterAll(async () => {
  await rolekeeper.close();
  await server?.remove();
  await folder.remove();
});

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
