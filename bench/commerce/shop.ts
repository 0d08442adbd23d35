import { randomBytes } from 'node:crypto';
import Type from 'typebox';
import Value from 'typebox/value';
import { Membership } from '../../src/commerce-service/memberships/schema.ts';
import { Plan } from '../../src/commerce-service/plans/schema.ts';
import { freePort } from '../../test/support/ports.ts';
import type { Home } from '../home.ts';
import type { Kind } from '../load/load.ts';
import { startHelper, startProgram } from '../program.ts';

const API_KEY = randomBytes(24).toString('base64url');
const HEADERS = { accept: 'application/json', authorization: `Bearer ${API_KEY}` };
const JSON_HEADERS = { ...HEADERS, 'content-type': 'application/json' };
const NEW_PLAN = { initial_price: 12.5, internal_notes: 'Early bird' };
// No chat account, since the number of purchases that may name an unproven one is limited.
const buyer = (name: string) => ({ email: `${name}@example.com`, card_number: '4242424242424242' });

const Webhooks = Type.Object({ data: Type.Array(Type.Object({ id: Type.String() })) });

/** Starts a Commerce Service in a process of its own, and the array-based baseline in another. */
export async function openShops(home: Home) {
  const store = await home.create();
  const [port, arrayPort] = [await freePort(), await freePort()];
  const program = await startProgram({
    ...store.variables,
    PARTS: 'commerce',
    PORT: String(port),
    COMMERCE_API_KEY: API_KEY,
    COMMERCE_RATE_LIMIT: '0',
  });
  const url = `http://127.0.0.1:${port}`;
  await silenceWebhooks(url);
  const plan = Value.Parse(Plan, await ask(`${url}/api/v2/plans`, NEW_PLAN));
  const Bought = Type.Object({ membership: Membership });
  const { membership } = Value.Parse(Bought, await ask(`${url}/checkout/${plan.id}`, buyer('first')));
  const array = startHelper('commerce/array.helper.ts', { likeProgram: true });
  await array.ask({ port: arrayPort, plan, membership }, Type.Object({}));
  return {
    urls: { service: url, array: `http://127.0.0.1:${arrayPort}` },
    kinds: kindsFor(plan.id),
    async close() {
      await array.end();
      await program.end();
      await store.remove();
    },
  };
}

/** The kinds of requests, in the order in which a shop fills. */
const kindsFor = (planId: string): Readonly<Record<string, Kind>> => ({
  'create a plan': {
    method: 'POST',
    path: '/api/v2/plans',
    headers: JSON_HEADERS,
    body: JSON.stringify(NEW_PLAN),
  },
  checkout: {
    method: 'POST',
    path: `/checkout/${planId}`,
    headers: JSON_HEADERS,
    body: JSON.stringify(buyer('{n}')),
  },
  'list memberships': { method: 'GET', path: '/api/v2/memberships', headers: HEADERS },
});

/** Disables webhooks, as nothing listens here. The purchase benchmark measures deliveries. */
async function silenceWebhooks(url: string): Promise<void> {
  const { data } = Value.Parse(Webhooks, await ask(`${url}/api/v2/webhooks`));
  for (const { id } of data) await ask(`${url}/api/v2/webhooks/${id}`, { enabled: false });
}

async function ask(url: string, body?: object): Promise<unknown> {
  const sent = body && { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) };
  const response = await fetch(url, sent ?? { headers: HEADERS });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}
