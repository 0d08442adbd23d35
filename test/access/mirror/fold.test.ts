import { beforeEach, describe, expect, test } from 'vitest';
import { refreshMembership } from '../../../src/access/mirror/refresh-membership.ts';
import { ADA, ended, minutes, NOON, useMirror, wire } from '../support.ts';

const { deps, receive, service, stored, synced, unworked } = useMirror();

beforeEach(() => {
  service.isAskable = false;
});

const event = (action: string, data: object, timestamp?: Date) => ({
  action,
  data: { id: 'mem_1', ...data },
  ...(timestamp && { timestamp: timestamp.toISOString() }),
});
const came = (timestamp?: Date) => event('membership.went_valid', flat, timestamp);
const went = (timestamp?: Date) => event('membership.went_invalid', { valid: false }, timestamp);
const flat = { product_id: 'prod_1', plan_id: 'plan_1', user_id: null, forum: { id: ADA }, valid: true };

/** Receives the events one minute apart, then applies them in one refresh. */
async function tell(...events: ReturnType<typeof event>[]) {
  for (const [n, payload] of events.entries()) await receive(payload, minutes(n));
  await refreshMembership(deps(), 'mem_1');
}

test('an event is applied as is when the service cannot be asked', async () => {
  await tell(came());
  expect(await stored()).toMatchObject({
    productId: 'prod_1',
    planId: 'plan_1',
    commerceUserId: null,
    chatUserId: ADA,
    valid: true,
    observation: 0n,
    observedAt: NOON,
  });
  expect(synced).toEqual([[ADA, 'urgent']]);
  expect(await unworked()).toBe(0);
});

test('an end event ends access and keeps the fields it omits', async () => {
  await tell(came());
  await receive(went(), minutes(5));
  await refreshMembership(deps(), 'mem_1');
  expect(await stored()).toMatchObject({
    planId: 'plan_1',
    chatUserId: ADA,
    valid: false,
    endedAt: minutes(5),
  });
  expect(synced.at(-1)).toEqual([ADA, 'live']);
});

describe('the event that counts among several', () => {
  test.each<[string, ReturnType<typeof event>[], boolean]>([
    ['the later one by when it happened', [went(minutes(-1)), came(minutes(-2))], false],
    ['the later one by when it came, where nothing else is known', [came(), went(), came()], true],
    ['of two at the same time the revocation, first', [went(minutes(-1)), came(minutes(-1))], false],
    ['of two at the same time the revocation, last', [came(minutes(-1)), went(minutes(-1))], false],
    ['not one that claims to be from tomorrow', [came(minutes(1440)), went(minutes(1))], false],
    [
      'the name, where the data contradict it',
      [came(), event('membership.went_invalid', { valid: true })],
      false,
    ],
    ['the newer name, which comes without data', [came(), event('membership.deactivated', {})], false],
    [
      'the data, where the name says nothing',
      [came(), event('membership.metadata_updated', { valid: false })],
      false,
    ],
    ['nothing, where neither says', [came(), event('membership.metadata_updated', {})], true],
  ])('%s', async (_, events, valid) => {
    await tell(...events);
    expect(await stored()).toMatchObject({ valid });
  });

  test('an event older than the one already applied is ignored', async () => {
    await tell(came(minutes(-10)));
    await tell(went(minutes(-5)));
    await tell(came(minutes(-8)));
    expect(await stored()).toMatchObject({ valid: false, observedAt: minutes(-5) });
  });
});

test('an answer of the service outranks earlier events, and a later event outranks the answer', async () => {
  service.isAskable = true;
  service.holds.set('mem_1', ended);
  await tell(came(minutes(-5)));
  service.isAskable = false;
  await tell(came(minutes(-5)), came(NOON));
  expect(await stored()).toMatchObject({ valid: false, status: 'canceled' });
  await receive(came(minutes(1)), minutes(1));
  await refreshMembership(deps(), 'mem_1');
  expect(await stored()).toMatchObject({ valid: true, status: 'unknown' });
  service.isAskable = true;
  service.holds.set('mem_1', { ...wire, status: 'trialing' });
  await tell(went(minutes(-5)));
  expect(await stored()).toMatchObject({ valid: true, status: 'trialing', observedAt: NOON });
});

test('an event with too little data creates no membership', async () => {
  await tell(event('membership.metadata_updated', { plan_id: 'plan_1' }));
  expect(await stored()).toBeNull();
  expect(await unworked()).toBe(0);
});
