import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { Fault } from '../../errors.ts';
import type { Attempts } from '../attempts.ts';
import type { LocalCommunity } from '../community.ts';
import { Snowflake } from '../snowflake.ts';
import { toJourneys } from './journeys.ts';
import type { Counter, Shop } from './storefront.ts';

export interface ShopContext {
  readonly community: LocalCommunity;
  readonly guildId: string;
  readonly shop: Shop;
  readonly attempts: Attempts;
}

const Customer = Type.Object({ as: Snowflake });
const Purchase = Type.Object({ as: Snowflake, plan: Type.String({ maxLength: 100 }) });
const Renewal = Type.Object({ as: Snowflake, isOn: Type.Boolean() });
const Params = Type.Object({ membership_id: Type.String({ maxLength: 100 }) });

/** Serves the shop: the products, a member's memberships, and the timeline of purchases. */
export const shopRoutes =
  ({ community, guildId, shop, attempts }: ShopContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/shop', { schema: { querystring: Customer } }, async ({ query }) => {
      const { counter } = shop;
      const [products, memberships] = await Promise.all([shop.products(), counter?.memberships(query.as)]);
      return { products, memberships: memberships ?? null };
    });

    app.post('/shop/purchases', { schema: { body: Purchase } }, async ({ body }, reply) => {
      const counter = openCounter(shop);
      const products = await shop.products();
      const plan = products.flatMap(({ plans }) => plans).find(({ id }) => id === body.plan);
      if (!plan) throw new Fault('SANDBOX_NOT_FOR_SALE', 'This plan is no longer for sale.');
      const buyer = community.user(body.as);
      if (!buyer || buyer.bot) throw new Fault('SANDBOX_UNKNOWN_USER', 'No member has this id.');
      await counter.buy(plan, buyer);
      return reply.status(204).send();
    });

    const membership = '/shop/memberships/:membership_id';
    app.post(
      `${membership}/terminate`,
      { schema: { params: Params, body: Customer } },
      async ({ params, body }, reply) => {
        const counter = await counterOf(shop, body.as, params.membership_id);
        await counter.terminate(params.membership_id);
        return reply.status(204).send();
      },
    );
    app.put(
      `${membership}/renews`,
      { schema: { params: Params, body: Renewal } },
      async ({ params, body }, reply) => {
        const counter = await counterOf(shop, body.as, params.membership_id);
        await counter.renew(params.membership_id, body.isOn);
        return reply.status(204).send();
      },
    );
    app.post(
      `${membership}/let-time-pass`,
      { schema: { params: Params, body: Customer } },
      async ({ params, body }, reply) => {
        const counter = await counterOf(shop, body.as, params.membership_id);
        await counter.letTimePass(params.membership_id);
        return reply.status(204).send();
      },
    );

    app.get('/journeys', async () => {
      const guild = community.guild(guildId);
      return guild ? toJourneys(community.state, guild, await shop.arrivals(), attempts.list()) : [];
    });
  };

/** Returns the counter for an action on a membership. @throws Fault if the membership isn't the user's */
async function counterOf(shop: Shop, userId: string, membershipId: string): Promise<Counter> {
  const counter = openCounter(shop);
  const owned = await counter.memberships(userId);
  if (owned.some(({ id }) => id === membershipId)) return counter;
  throw new Fault('SANDBOX_NOT_THEIRS', 'This member has no such membership.');
}

function openCounter({ counter }: Shop): Counter {
  if (counter) return counter;
  throw new Fault('SANDBOX_SHOP_ELSEWHERE', 'The shop is a separate service. Buy and cancel there.');
}
