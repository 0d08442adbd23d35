import Type from 'typebox';
import Value from 'typebox/value';
import type { CommerceClient, MembershipDetails } from '../commerce-client/index.ts';
import type { CommerceService } from '../commerce-service/index.ts';
import { Fault } from '../errors.ts';
import type { Counter, ShopMembership } from '../sandbox/index.ts';

/** Test card number whose payments succeed. */
const CARD = '4242424242424242';

/** Timeout of a checkout request, in milliseconds. */
const TIMEOUT = 10_000;

const Refused = Type.Object({ error: Type.Object({ message: Type.String() }) });

/**
 * Buys at the hosted checkout and ends memberships over the API, like any client of the shop. Only letting time pass
 * needs the service itself.
 * @param baseUrl the shop's URL, without a trailing slash
 */
export const openCounter = (
  baseUrl: string,
  { memberships }: CommerceClient,
  service: CommerceService,
): Counter => ({
  async memberships(userId) {
    const { items } = await memberships.search({ chatUserId: userId, page: 1, per: 20 });
    return items.map(toShopMembership);
  },
  async buy({ url }, { id, username }) {
    const order = {
      email: `${username}@example.com`,
      username,
      community_chat_id: id,
      card_number: CARD,
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
  async renew(membershipId, wanted) {
    await memberships.cancelAtPeriodEnd(membershipId, !wanted);
  },
  letTimePass: (membershipId) => service.letTimePass(membershipId),
});

function toShopMembership(membership: MembershipDetails): ShopMembership {
  const { id, status, valid, planName, planId, expiresAt, periodEndsAt, cancelAtPeriodEnd } = membership;
  const isOver = status === 'canceled' || status === 'expired';
  const until = status === 'completed' ? expiresAt : periodEndsAt;
  return {
    id,
    status,
    valid,
    plan: planName ?? planId,
    until: isOver ? null : (until?.toISOString() ?? null),
    renews: isOver || status === 'completed' ? null : !cancelAtPeriodEnd,
  };
}

/** Builds a fault with the shop's own message, if it sent one. */
function refusal(body: unknown): Fault {
  const message = Value.Check(Refused, body)
    ? body.error.message
    : "The shop sent an answer that can't be read.";
  return new Fault('SHOP_REFUSED', message);
}
