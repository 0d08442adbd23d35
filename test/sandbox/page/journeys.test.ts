import { expect, test } from 'vitest';
import type { Arrival } from '../../../src/sandbox/page/storefront.ts';
import { waitFor } from '../../support/wait.ts';
import { startSandbox, TOKEN, USER_AGENT } from '../sandbox.ts';

const MEMBERSHIP = 'mem_1';
const REASON = `Bought Gold, ${MEMBERSHIP}`;

/** A shop in which Juniper has just bought something, and a bot that changes roles for it. */
async function openShop() {
  const arrivals: Arrival[] = [];
  const shop = { products: async () => [], arrivals: async () => arrivals, counter: undefined };
  const started = await startSandbox({ shop });
  const { sandbox, baseUrl, clock, member, role, rolePath } = started;
  const at = clock.now().toISOString();
  arrivals.push({
    id: 'evt_1',
    membershipId: MEMBERSHIP,
    event: 'membership_went_valid',
    userId: member('juniper'),
    happenedAt: at,
    storedAt: at,
    workedAt: at,
  });
  /** Asks for a change as the bot does. @returns the status, or null where no answer came in time */
  const ask = async (path: string, init: RequestInit, reason = REASON, patience = 5_000) => {
    clock.pass(1_000);
    const headers = {
      authorization: `Bot ${TOKEN}`,
      'user-agent': USER_AGENT,
      'x-audit-log-reason': encodeURIComponent(reason),
    };
    const type = init.body ? { 'content-type': 'application/json' } : {};
    const signal = AbortSignal.timeout(patience);
    const url = `${sandbox.apiUrl}/v10${path}`;
    return fetch(url, { ...init, headers: { ...headers, ...type }, signal }).then(
      ({ status }) => status,
      () => null,
    );
  };
  const change = (method: string, reason?: string, patience?: number) =>
    ask(rolePath('juniper', 'Insider'), { method }, reason, patience);
  /** Looks at Juniper. */
  const look = (patience?: number) =>
    ask(`/guilds/${sandbox.guildId}/members/${member('juniper')}`, { method: 'GET' }, REASON, patience);
  /** Asks for all of Juniper's roles at once. */
  const replace = (...names: string[]) =>
    ask(`/guilds/${sandbox.guildId}/members/${member('juniper')}`, {
      method: 'PATCH',
      body: JSON.stringify({ roles: names.map(role) }),
    });
  const steps = async () => {
    const [journey] = Object(await (await fetch(`${baseUrl}/sandbox/journeys`)).json());
    return journey.steps.slice(3);
  };
  return { ...started, look, change, replace, steps };
}

const tried = (deed: string, status: number | null, isDone = false) =>
  expect.objectContaining({
    kind: 'tried',
    role: expect.objectContaining({ name: 'Insider' }),
    tried: { deed, status, isDone },
  });
const changed = (kind: string) => expect.objectContaining({ kind });

test('a change that failed before it went through is a step on the way, with what was answered', async () => {
  const { sandbox, change, steps } = await openShop();
  sandbox.faults.answer({}, { status: 502 });
  expect(await change('PUT')).toBe(502);
  sandbox.faults.answer({}, { status: 429, retryAfter: 1 });
  expect(await change('PUT')).toBe(429);
  expect(await change('PUT')).toBe(204);
  await waitFor(async () =>
    expect(await steps()).toEqual([tried('give', 502), tried('give', 429), changed('role_given')]),
  );
});

test('a change that was made and called a failure, and one that was asked for again, are told as that', async () => {
  const { sandbox, change, steps } = await openShop();
  const effect = { kind: 'answer', status: 502, html: true } as const;
  sandbox.faults.add({ when: 'after', times: 1, effect });
  expect(await change('PUT')).toBe(502);
  expect(await change('PUT')).toBe(204);
  sandbox.faults.add({ times: 1, effect: { kind: 'forget' } });
  expect(await change('DELETE')).toBe(204);
  expect(await change('DELETE')).toBe(204);
  await waitFor(async () =>
    expect(await steps()).toEqual([
      changed('role_given'),
      tried('give', 502, true),
      tried('give', 204),
      tried('take', 204),
      changed('role_taken'),
    ]),
  );
});

test('a change that nobody answers is told once the bot has given up', async () => {
  const { sandbox, change, steps } = await openShop();
  sandbox.faults.add({ times: 1, effect: { kind: 'reset' } });
  expect(await change('PUT')).toBe(null);
  const hanging = sandbox.faults.hold({});
  expect(await change('PUT', undefined, 200)).toBe(null);
  await waitFor(async () => expect(await steps()).toEqual([tried('give', null), tried('give', null)]));
  hanging.remove();
});

test('while the member can’t be looked at, that is told with how often it was tried', async () => {
  const { sandbox, look, change, steps } = await openShop();
  expect(await look()).toBe(200);
  expect(await steps()).toEqual([]);
  sandbox.faults.answer({}, { status: 500 }, 2);
  expect([await look(), await look()]).toEqual([500, 500]);
  const hanging = sandbox.faults.hold({});
  expect(await look(200)).toBe(null);
  const waited = { kind: 'waited', waited: { times: 3, status: null } };
  await waitFor(async () => expect(await steps()).toEqual([expect.objectContaining(waited)]));
  hanging.remove();
  expect(await change('PUT')).toBe(204);
  await waitFor(async () =>
    expect(await steps()).toEqual([expect.objectContaining(waited), changed('role_given')]),
  );
});

test('what was asked for another membership is no step of this one’s way', async () => {
  const { sandbox, change, steps } = await openShop();
  sandbox.faults.answer({}, { status: 500 });
  expect(await change('PUT', 'Bought Gold, mem_2')).toBe(500);
  expect(await change('PUT')).toBe(204);
  await waitFor(async () => expect(await steps()).toEqual([changed('role_given')]));
});

test('a change of several roles at once that failed is one step, whatever roles it was about', async () => {
  const { sandbox, replace, steps } = await openShop();
  sandbox.faults.answer({}, { status: 500 });
  expect(await replace('Insider', 'Supporter')).toBe(500);
  expect(await replace('Insider', 'Supporter')).toBe(200);
  await waitFor(async () =>
    expect(await steps()).toEqual([
      expect.objectContaining({ tried: { deed: 'change', status: 500, isDone: false } }),
      changed('role_given'),
      changed('role_given'),
    ]),
  );
});
