import { beforeEach } from 'vitest';
import { useCommerce } from './support.ts';

const DAY = 86_400;
export const CARD = '4242424242424242';
export const RENEWAL = { plan_type: 'renewal', initial_price: 9, renewal_price: 5, billing_period: 30 };

/** A shop of which Ann buys, and in which days can go by. */
export function useSeller() {
  const commerce = useCommerce();
  beforeEach(() => {
    commerce().late.seconds = 10;
  });
  return {
    commerce,
    /** Sells a plan to Ann. */
    async sell(plan: object, order: object = {}) {
      const { post, buy } = commerce();
      const { id } = (await post('/plans', { allow_multiple_quantity: true, ...plan })).body;
      const { body } = await buy(id, { email: 'ann@example.com', card_number: CARD, ...order });
      return body.membership;
    },
    /** Lets days go by, and then what is due happen. */
    async pass(days: number) {
      commerce().late.seconds -= days * DAY;
      await commerce().runDue();
    },
    look: async (id: string) => (await commerce().get(`/memberships/${id}`)).body,
    /** What was told of so far, oldest first: name and days since the start. */
    async told(start: number) {
      const events = await commerce().prisma.event.findMany({ orderBy: { sequence: 'asc' } });
      return events.map(({ name, occurredAt }) => [
        name,
        Math.floor((occurredAt.getTime() / 1000 - start) / DAY),
      ]);
    },
  };
}
