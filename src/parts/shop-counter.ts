import Type, { type Static, type TSchema } from 'typebox';
import Value from 'typebox/value';
import { Fault } from '../errors.ts';
import type { Counter } from '../sandbox/index.ts';

/** The test card that pays. */
const CARD = '4242424242424242';

/** How long the shop may take, in milliseconds. */
const TIMEOUT = 10_000;

const Membership = Type.Object({
  id: Type.String(),
  status: Type.String(),
  valid: Type.Boolean(),
  plan: Type.Object({ id: Type.String(), internal_notes: Type.Union([Type.String(), Type.Null()]) }),
});
const Memberships = Type.Object({ data: Type.Array(Membership) });
const Refused = Type.Object({ error: Type.Object({ message: Type.String() }) });

interface Service {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Buys at the hosted checkout and ends memberships over the API, as any client of the shop could. */
export function openCounter({ baseUrl, apiKey }: Service): Counter {
  const ask = async <Schema extends TSchema>(schema: Schema, path: string, init: RequestInit) => {
    const response = await fetch(new URL(path, baseUrl), {
      ...init,
      signal: AbortSignal.timeout(TIMEOUT),
    }).catch((cause: unknown) => {
      throw new Fault('SHOP_UNREACHABLE', 'The shop does not answer. Try again in a moment.', { cause });
    });
    return read(schema, response.ok, await response.json().catch(() => undefined));
  };
  const asSeller = { accept: 'application/json', authorization: `Bearer ${apiKey}` };
  const asBuyer = { accept: 'application/json', 'content-type': 'application/json' };

  return {
    async memberships(userId) {
      const path = `/api/v2/memberships?per=20&expand=plan&community_chat_id=${encodeURIComponent(userId)}`;
      const { data } = await ask(Memberships, path, { headers: asSeller });
      return data.map(({ id, status, valid, plan }) => ({
        ...{ id, status, valid },
        plan: plan.internal_notes ?? plan.id,
      }));
    },
    async buy({ url }, { id, username }) {
      const order = {
        ...{ email: `${username}@example.com`, username },
        ...{ community_chat_id: id, card_number: CARD },
      };
      const path = new URL(url, baseUrl).pathname;
      await ask(Type.Unknown(), path, { method: 'POST', headers: asBuyer, body: JSON.stringify(order) });
    },
    async terminate(membershipId) {
      const path = `/api/v2/memberships/${encodeURIComponent(membershipId)}/terminate`;
      await ask(Type.Unknown(), path, { method: 'POST', headers: asSeller });
    },
  };
}

/** @throws Fault with the shop's own words where it has any */
function read<Schema extends TSchema>(schema: Schema, isOk: boolean, body: unknown): Static<Schema> {
  if (isOk && Value.Check(schema, body)) return body;
  const message = Value.Check(Refused, body) ? body.error.message : 'The shop gave no answer to read.';
  throw new Fault('SHOP_REFUSED', message);
}
