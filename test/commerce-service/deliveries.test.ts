import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { SECRET, slightlyLateClock, startCommerce, startReceiver } from './support.ts';

test('buying and terminating are delivered, signed, with the whole membership in them', async () => {
  const receiver = await startReceiver();
  const { post, buy } = await startCommerce({ webhookUrl: receiver.url, clock: slightlyLateClock });
  const plan = await post('/plans', { metadata: { tier: 'gold' } });
  const { body } = await buy(plan.body.id, { email: 'ann@example.com', community_chat_id: '42' });
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
  const ended = await post(`/memberships/${body.membership.id}/terminate`);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2));

  const [valid, invalid] = receiver.received.map(({ raw, headers }) =>
    new Webhook(SECRET).verify(raw, headers),
  );
  expect(valid).toMatchObject({
    action: 'membership.went_valid',
    type: 'membership_went_valid',
    api_version: 'v2',
    data: body.membership,
  });
  expect(invalid).toMatchObject({ action: 'membership.went_invalid', data: ended.body });
  expect(ended.body).toMatchObject({ status: 'canceled', valid: false, community_chat: { id: '42' } });
});
