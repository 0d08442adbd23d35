import { expect, test } from 'vitest';
import { adminActions } from '../audit/log.ts';
import { waitFor } from '../support/wait.ts';
import { expectGolden } from './golden.ts';
import { buttonIn, type Heard } from './talk.ts';
import { useWorld } from './world.ts';

const world = useWorld({ commerce: true });

/** Replaces ids, secrets, ports and times, which differ between runs. */
const steady = ({ text, ...heard }: Heard): Heard => ({
  ...heard,
  text: text
    .replace(/hook_\w+|webhook_\w+|wh_\w+/g, 'hook_ID')
    .replace(/whsec_[\w+/=]+/g, 'whsec_SECRET')
    .replace(/127\.0\.0\.1\\?:\d+/g, 'bot.test')
    .replace(/<t:\d+:R>/g, '5 minutes ago'),
});
const actions = () => adminActions(world().prisma, { guildId: world().guildId });
/** A second webhook, whose address looks like formatting. */
const beside = { url: 'https://hooks.example.com/`in`?a=**b**' };
const idOf = async (url: string) => {
  const { items } = await world().commerce.webhooks.list({ per: 50 });
  return items.find((webhook) => webhook.url === url)?.id ?? '';
};

test('the list states first whether our webhook exists, and that no event has arrived yet', async () => {
  await expectGolden('webhooks/list', steady(await world().owner().run('webhooks list')));
});

test('a webhook is registered once, and its secret is shown once to the asking admin', async () => {
  const owner = world().owner();
  const made = await owner.run('webhooks register', beside);
  await expectGolden('webhooks/registered', steady(made));
  await expectGolden('webhooks/registered-before', steady(await owner.run('webhooks register', beside)));
  expect(await actions()).toMatchObject([
    {
      action: 'webhook registered',
      actor: owner.userId,
      subject: await idOf(beside.url),
      details: { outcome: 'done' },
    },
  ]);
  expect(JSON.stringify([await actions(), world().logged])).not.toContain('whsec_');
  const known = await owner.run('webhooks register');
  expect(known.text).toContain('Webhook already registered');
});

test('an invalid address, and one that the service refuses, are reported', async () => {
  const owner = world().owner();
  await expectGolden('webhooks/no-address', await owner.run('webhooks register', { url: 'example' }));
  const inside = await owner.run('webhooks register', { url: 'https://10.0.0.1/' });
  await expectGolden('webhooks/not-public', inside);
});

test('a secret is rotated on confirmation, once however often it is pressed', async () => {
  const { service, ourUrl } = world();
  const owner = world().owner();
  const webhook = await idOf(ourUrl);
  // The first request doesn't wait for the list.
  await waitFor(async () => {
    const suggested = await owner.suggestions('webhooks rotate', 'webhook', { webhook: 'commerce' });
    expect(suggested).toEqual([{ name: `${ourUrl} (${webhook})`, value: webhook }]);
  });
  const asked = await owner.run('webhooks rotate', { webhook });
  await expectGolden('webhooks/rotate', steady(asked));
  await expectGolden(
    'webhooks/rotate.de',
    steady(await world().german().run('webhooks rotate', { webhook })),
  );
  const before = service.asked.length;
  const rotated = await owner.press(asked, 'New secret');
  await expectGolden('webhooks/rotated', steady(rotated));
  const path = `POST /webhooks/${webhook}/rotate_secret`;
  expect(service.asked.slice(before).filter((each) => each === path)).toHaveLength(1);
  expect((await actions()).at(-1)).toMatchObject({ action: 'webhook secret rotated', subject: webhook });
  const gone = await owner.run('webhooks rotate', { webhook: 'hook_none' });
  await expectGolden('webhooks/rotate-gone', gone);
});

test('the button of another user rotates no secret', async () => {
  const webhook = await idOf(world().ourUrl);
  const asked = await world().owner().run('webhooks rotate', { webhook });
  const custom_id = buttonIn(asked, 'New secret');
  const stolen = await world().post([{ type: 2, style: 1, label: 'Stolen', custom_id }]);
  const before = (await actions()).length;
  const refused = await world().as('tomasz_k').pressId(stolen, custom_id);
  expect(refused.text).toContain('You need the permission “Manage Server”');
  expect(await actions()).toHaveLength(before);
});

test('a disabled webhook and the last event are reported', async () => {
  await world().owner().run('webhooks register', beside);
  await world().commerce.webhooks.setEnabled(await idOf(world().ourUrl), false);
  const receivedAt = new Date(world().clock.now().getTime() - 300_000);
  await world().prisma.inboxEvent.create({
    data: { id: 'evt_1', name: 'payment_succeeded', receivedAt, payload: {} },
  });
  await expectGolden('webhooks/list-disabled', steady(await world().owner().run('webhooks list')));
  await expectGolden('webhooks/list-disabled.de', steady(await world().german().run('webhooks list')));
});

test('a service that is down or refuses our key is reported', async () => {
  world().service.goesDown();
  expect((await world().owner().run('webhooks list')).text).toContain('can’t be reached');
  const register = { url: 'https://other.example.com/' };
  expect((await world().owner().run('webhooks register', register)).text).toContain('can’t be reached');
  world().service.answers(403);
  expect((await world().german().run('webhooks list')).text).toContain('Unser API-Schlüssel darf das nicht');
  world().service.works();
});
