import { expect } from 'vitest';
import type { useCommerce } from '../../support.ts';
import { compare } from './compare.ts';
import { buy, type Membership, passTo } from './membership.ts';
import { OPERATIONS } from './operations.ts';
import { canPromise, checkOut, expirePlaces, keyOf, lineOf, type Order, open, promise } from './shop.ts';
import type { Step } from './steps.ts';
import { CODES, PLANS, toPlan, toPromoCode } from './terms.ts';

type Commerce = ReturnType<ReturnType<typeof useCommerce>>;

const START = new Date('2027-01-01T00:00:00Z');
const NUMBERS = {
  works: '4242424242424242',
  'fails later': '4000000000000341',
  declined: '4000000000000002',
};
let runs = 0;

/** A shop with a model beside it: each step is taken by both. */
export async function startRun(commerce: Commerce, isOpenWhilePastDue: boolean) {
  const { post, get, prisma, clock, runDue } = commerce;
  clock.stopAt(START);
  // What earlier runs have left lives on no longer.
  await prisma.membership.updateMany({ data: { nextChangeAt: null } });
  await prisma.account.updateMany({ data: { pastDueIsValid: isOpenWhilePastDue } });
  const eventsBefore = await prisma.event.count();
  const run = ++runs;
  const emailOf = (buyer: number) => `buyer-${buyer}@run-${run}.test`;
  const plans: string[] = [];
  for (const terms of PLANS) plans.push((await post('/plans', toPlan(terms))).body.id);
  const codes: string[] = [];
  for (const code of CODES)
    codes.push((await post('/promo_codes', { ...toPromoCode(code), code: `${code.name}${run}` })).body.id);
  const shop = open();
  const models = new Map<string, Membership>();
  /** The entries that were made, and the keys of those that were given a place, by plan and buyer. */
  const entries = new Map<string, string>();
  const claims = new Map<string, string>();
  const now = () => clock.now().getTime() / 1000;

  async function lookForDue(): Promise<void> {
    await runDue();
    for (const model of models.values()) passTo(model, now());
    expirePlaces(shop, now());
  }

  async function order(wish: Order): Promise<void> {
    const { plan, buyer, code, quantity, card } = wish;
    // Nobody joins a line at the same moment as another.
    clock.stopAt(new Date(clock.now().getTime() + 1000));
    const terms = PLANS[plan];
    if (!terms) throw new Error('there is no such plan');
    const isListed = terms.list !== undefined;
    const sale = { ...wish, quantity: isListed ? 1 : quantity };
    const claim = shop.entries.get(keyOf(wish))?.status === 'accepted' ? claims.get(keyOf(wish)) : undefined;
    const { status, body } = await commerce.buy(plans[plan] ?? '', {
      email: emailOf(buyer),
      card_number: NUMBERS[card],
      quantity: sale.quantity,
      ...(code !== undefined && { promo_code: `${CODES[code]?.name}${run}` }),
      ...(claim && { claim }),
    });
    expect([wish, status]).toEqual([wish, checkOut(shop, sale, now())]);
    if (status === 202) {
      const { data } = (await get(`/plans/${plans[plan]}/entries?per=50`)).body;
      const entry = data.find(({ email }: { email: string }) => email === emailOf(buyer));
      entries.set(keyOf(wish), entry.id);
    }
    if (status !== 201) return;
    const bought = { terms, code: code === undefined ? undefined : CODES[code], cardWorks: card === 'works' };
    models.set(body.membership.id, buy({ ...bought, quantity: sale.quantity, isOpenWhilePastDue }, now()));
  }

  async function give(plan: number): Promise<void> {
    const [key] = lineOf(shop, plan).find(([, { status }]) => status === 'waiting') ?? [];
    if (!key && PLANS[plan]?.list === 'waitlist') return;
    const id = entries.get(key ?? '');
    const path = PLANS[plan]?.list === 'raffle' ? 'draw' : `entries/${id}/accept`;
    const { status, body } = await post(
      `/plans/${plans[plan]}/${path}`,
      path === 'draw' ? { winners: 1 } : {},
    );
    expect([path, status]).toEqual([path, canPromise(shop, plan) ? 201 : 409]);
    for (const entry of status === 201 ? (body.data ?? [body]) : []) {
      const [chosen = ''] = [...entries].find(([, one]) => one === entry.id) ?? [];
      promise(shop, plan, chosen, now());
      claims.set(chosen, new URL(entry.claim_link).searchParams.get('claim') ?? '');
    }
  }

  async function ask(id: string, model: Membership, asks: number): Promise<void> {
    const operation = OPERATIONS[asks];
    if (!operation) return;
    passTo(model, now());
    const before = model.status;
    const expected = operation.does(model, now());
    const { status } = await post(`/memberships/${id}/${operation.path}`, operation.body);
    expect([operation, before, status]).toEqual([operation, before, expected]);
    // What was due is undone with what is refused, and comes with the next look at the clock.
    if (status === 409) await lookForDue();
  }

  async function refund(id: string, model: Membership, nth: number, cents: number): Promise<void> {
    const all = (await get(`/payments?membership_id=${id}&per=50`)).body.data;
    const listed = all.filter((payment: { status: string }) => payment.status !== 'open');
    const chosen = listed[nth % (listed.length || 1)];
    if (!chosen) return;
    const { status } = await post(`/payments/${chosen.id}/refund`, { amount: cents / 100 });
    const payment = model.payments.find(
      ({ paid, left }) => paid === inCents(chosen.amount) && paid - left === inCents(chosen.refunded_amount),
    );
    if (!payment) throw new Error(`the model knows no such payment: ${JSON.stringify(chosen)}`);
    const { left } = payment;
    expect([payment, cents, status]).toEqual([payment, cents, left === 0 ? 409 : cents > left ? 400 : 201]);
    if (status !== 201) return;
    payment.left -= cents;
    model.told.push('refund_created');
  }

  return {
    /** Takes a step on both sides, and sees that the answers are the same. */
    async take(step: Step): Promise<void> {
      if ('hours' in step) {
        clock.stopAt(new Date(clock.now().getTime() + step.hours * 3_600_000));
        if (step.isLookedFor) await lookForDue();
      } else if ('buy' in step) await order(step.buy);
      else if ('promise' in step) await give(step.promise);
      else {
        const [id, model] = [...models][step.on % (models.size || 1)] ?? [];
        if (!id || !model) return;
        if ('asks' in step) await ask(id, model, step.asks);
        else await refund(id, model, step.refunds, step.cents);
      }
    },
    /** Sees that both sides have come to the same. */
    async compare(): Promise<void> {
      await lookForDue();
      await compare(commerce, { shop, models, plans, codes, entries, eventsBefore });
    },
  };
}

const inCents = (dollars: number): number => Math.round(dollars * 100);
