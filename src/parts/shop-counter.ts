import Type from 'typebox';
import Value from 'typebox/value';
import type { CommerceClient } from '../commerce-client/index.ts';
import { Fault } from '../errors.ts';
import type { Counter } from '../sandbox/index.ts';

/** The test card that pays. */
const CARD = '4242424242424242';

/** How long the checkout may take, in milliseconds. */
const TIMEOUT = 10_000;

const Refused = Type.Object({ error: Type.Object({ message: Type.String() }) });

/**
 * Buys at the hosted checkout and ends memberships over the API, as any client of the shop could.
 * @param baseUrl where the shop is reached, without a trailing slash
 */
export const openCounter = (baseUrl: string, { memberships }: CommerceClient): Counter => ({
  async memberships(userId) {
    const { items } = await memberships.search({ chatUserId: userId, page: 1, per: 20 });
    return items.map(({ id, status, valid, planName, planId }) => ({
      ...{ id, status, valid },
      plan: planName ?? planId,
    }));
  },
  async buy({ url }, { id, username }) {
    const order = {
      ...{ email: `${username}@example.com`, username },
      ...{ community_chat_id: id, card_number: CARD },
    };
    const response = await fetch(new URL(new URL(url, baseUrl).pathname, baseUrl), {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(order),
      signal: AbortSignal.timeout(TIMEOUT),
    }).catch((cause: unknown) => {
      throw new Fault('SHOP_UNREACHABLE', 'The shop does not answer. Try again in a moment.', { cause });
    });
    if (!response.ok) throw refusal(await response.json().catch(() => undefined));
  },
  async terminate(membershipId) {
    await memberships.terminate(membershipId);
  },
});

/** In the shop's own words, where it has any. */
function refusal(body: unknown): Fault {
  const message = Value.Check(Refused, body) ? body.error.message : 'The shop gave no answer to read.';
  return new Fault('SHOP_REFUSED', message);
}
