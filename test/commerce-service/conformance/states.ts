import { percentOff } from '../promo-codes/percent-off.ts';
import { once } from './once.ts';
import { CARD, type World } from './world.ts';

const FAILS_LATER = '4000000000000341';

/** Drives a membership into each status. @returns their ids by status */
export const membershipsByStatus = once(async ({ post, buy, passDays }: World) => {
  const weekly = { plan_type: 'renewal', billing_period: 7, initial_price: 1, renewal_price: 1 };
  let buyers = 0;
  const begin = async (plan: object, card_number = CARD): Promise<string> => {
    const { id } = (await post('/plans', plan)).body;
    return (await buy(id, { email: `buyer-${++buyers}@example.com`, card_number })).body.membership.id;
  };
  const unresolved = await begin(weekly, FAILS_LATER);
  const expired = await begin({ expiration_days: 1 });
  // The period, and all the days on which a payment is tried again.
  await passDays(7 + 7);
  const past_due = await begin(weekly, FAILS_LATER);
  await passDays(7);
  const canceled = await begin(weekly);
  await post(`/memberships/${canceled}/terminate`);
  const active = await begin(weekly);
  const trialing = await begin({ ...weekly, trial_period_days: 3 });
  const completed = await begin({ initial_price: 1 });
  const ids = { trialing, active, past_due, completed, canceled, expired, unresolved };
  return new Map(Object.entries(ids));
});

/** Drives a promo code into each status. @returns their ids by status */
export const promoCodesByStatus = once(async ({ post }: World) => {
  const create = async (code: string) => (await post('/promo_codes', { code, ...percentOff(5) })).body.id;
  const ids = { active: await create('ON'), inactive: await create('OFF'), archived: await create('OVER') };
  await post(`/promo_codes/${ids.inactive}`, { status: 'inactive' });
  await post(`/promo_codes/${ids.archived}/archive`);
  return new Map(Object.entries(ids));
});

/** Lists in which every value of every specified filter stands for something, and for not everything. */
export const fillLists = once(async (world: World) => {
  const { post, product, otherProduct } = world;
  for (const visibility of ['visible', 'hidden', 'archived', 'quick_link'])
    for (const product_id of [product, otherProduct]) await post('/plans', { visibility, product_id });
  for (const enabled of [true, false]) await post('/webhooks', { url: 'https://example.com/', enabled });
  await promoCodesByStatus(world);
});

/**
 * The payment processor that a membership shows. Those that no purchase here goes through are written into the
 * database: whoever moves memberships in from elsewhere has them.
 */
export async function paidBy({ post, get, buy, prisma }: World, processor: string): Promise<unknown> {
  const { id: plan } = (await post('/plans', { initial_price: processor === 'free' ? 0 : 1 })).body;
  const { id } = (await buy(plan, { email: 'payer@example.com', card_number: CARD })).body.membership;
  if (isElsewhere(processor))
    await prisma.membership.update({ where: { id }, data: { paymentProcessor: processor } });
  return (await get(`/memberships/${id}`)).body.payment_processor;
}

const ELSEWHERE = ['commerce_crypto', 'crypto', 'wallet', 'app_store'] as const;

const isElsewhere = (name: string): name is (typeof ELSEWHERE)[number] =>
  ELSEWHERE.some((one) => one === name);
