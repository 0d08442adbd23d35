import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useCommerce } from './support.ts';

const commerce = useCommerce();

const SEED = 20261121;
const RUNS = 12;
const HOUR = 3_600;
const DAY = 24 * HOUR;
const STOCK = 3;
const CARD = '4242424242424242';
const FAILS_LATER = '4000000000000341';

const PLANS = [
  { name: 'trial', plan_type: 'renewal', renewal_price: 5, billing_period: 7, trial_period_days: 2 },
  { name: 'split', plan_type: 'renewal', initial_price: 9, renewal_price: 5, split_pay_required_payments: 3 },
  { name: 'days', initial_price: 4, expiration_days: 10, refillable: true, grace_period_days: 3 },
];

/**
 * What a membership should be, told in as few words as possible and without a look at the service: times in
 * seconds, `told` the names of the events so far.
 */
interface Model {
  readonly plan: number;
  status: string;
  /** When a period, or the days of an expiration plan, are over. */
  end: number;
  due: number | undefined;
  tries: number;
  paid: number;
  cardWorks: boolean;
  ending: boolean;
  readonly told: string[];
}

const WAITS = [DAY, 3 * DAY, 5 * DAY, 7 * DAY];
const PERIOD = [7 * DAY, 30 * DAY, 10 * DAY];
const gives = (status: string) => ['trialing', 'active', 'past_due', 'completed'].includes(status);

function become(model: Model, status: string): void {
  if (gives(model.status) !== gives(status))
    model.told.push(gives(status) ? 'membership_went_valid' : 'membership_went_invalid');
  model.status = status;
}

function bought(plan: number, cardWorks: boolean, now: number): Model {
  const model = { plan, cardWorks, tries: 0, ending: false, told: [] as string[] };
  if (plan === 0) {
    const end = now + 2 * DAY;
    return { ...model, status: 'trialing', end, due: end, paid: 0, told: ['membership_went_valid'] };
  }
  const end = now + (PERIOD[plan] ?? 0);
  const told = ['payment_succeeded', 'membership_went_valid'];
  return { ...model, status: plan === 1 ? 'active' : 'completed', end, due: end, paid: 1, told };
}

function pay(model: Model, at: number): void {
  const period = PERIOD[model.plan] ?? 0;
  model.told.push('payment_succeeded');
  Object.assign(model, { paid: model.paid + 1, tries: 0 });
  if (model.plan === 1 && model.paid >= 3) {
    Object.assign(model, { due: undefined, ending: false });
    become(model, 'completed');
    return;
  }
  const start = model.end + period <= at ? at : model.end;
  Object.assign(model, { end: start + period, due: start + period });
  become(model, 'active');
}

/** Everything that time alone brings about. */
function passTo(model: Model, now: number): void {
  while (model.due !== undefined && model.due <= now) {
    const at: number = model.due;
    const over = (status: string) => {
      model.due = undefined;
      become(model, status);
    };
    if (model.status === 'completed') over('expired');
    else if (model.ending || model.status === 'unresolved') {
      model.ending = false;
      over('canceled');
    } else if (model.cardWorks) pay(model, at);
    else {
      model.told.push('payment_failed');
      const wait = WAITS[model.tries];
      model.tries += 1;
      model.due = model.end + (wait ?? 30 * DAY);
      become(model, wait === undefined ? 'unresolved' : 'past_due');
    }
  }
}

/** What an operation should do, and whether it should be let through. */
const OPERATIONS: Record<string, (model: Model, now: number) => boolean> = {
  cancel: (model) => end(model, true),
  uncancel: (model) => end(model, false),
  terminate(model) {
    Object.assign(model, { due: undefined, ending: false });
    become(model, 'canceled');
    return true;
  },
  add_free_days(model, now) {
    const runsOut = ['completed', 'expired'].includes(model.status);
    if (model.status === 'canceled' || (model.status === 'completed' && model.due === undefined))
      return false;
    const until = Math.max(model.end, now) + 2 * DAY;
    Object.assign(model, { end: until, due: until, ...(!runsOut && { tries: 0 }) });
    become(model, runsOut ? 'completed' : model.status === 'trialing' ? 'trialing' : 'active');
    return true;
  },
  refill(model, now) {
    const runsOut = ['completed', 'expired'].includes(model.status);
    if (model.plan !== 2 || !runsOut || (model.status === 'expired' && model.end + 3 * DAY < now))
      return false;
    model.told.push('payment_succeeded');
    const until = Math.max(model.end, now) + 10 * DAY;
    Object.assign(model, { end: until, due: until, cardWorks: true });
    become(model, 'completed');
    return true;
  },
  pay(model, now) {
    if (!['past_due', 'unresolved'].includes(model.status)) return false;
    model.cardWorks = true;
    pay(model, now);
    return true;
  },
};

function end(model: Model, ending: boolean): boolean {
  if (!['trialing', 'active', 'past_due', 'unresolved'].includes(model.status)) return false;
  if (model.ending !== ending) model.told.push('membership_cancel_at_period_end_changed');
  model.ending = ending;
  return true;
}

const BODIES: Record<string, object> = {
  add_free_days: { days: 2 },
  refill: { card_number: CARD },
  pay: { card_number: CARD },
};

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ buy: fc.nat(2), cardWorks: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 400 }) }) },
  { weight: 6, arbitrary: fc.record({ act: fc.constantFrom(...Object.keys(OPERATIONS)), on: fc.nat(8) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

test(`status, stock and events follow the model, whatever is done and whenever (seed ${SEED})`, {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), (steps) => runAgainstModel(steps)),
    { seed: SEED, numRuns: RUNS },
  );
});

async function runAgainstModel(steps: readonly Step[]): Promise<void> {
  const { post, buy, get, prisma, clock, runDue } = commerce();
  clock.stopAt(new Date('2027-01-01T00:00:00Z'));
  // What earlier runs have left lives on no longer.
  await prisma.membership.updateMany({ data: { nextChangeAt: null } });
  const now = () => clock.now().getTime() / 1000;
  const plans: string[] = [];
  for (const { name, ...plan } of PLANS)
    plans.push((await post('/plans', { ...plan, internal_notes: name, stock: STOCK })).body.id);
  const models = new Map<string, Model>();
  const stock = PLANS.map(() => STOCK);

  for (const one of steps) {
    if ('wait' in one) {
      clock.stopAt(new Date(clock.now().getTime() + one.wait * HOUR * 1000));
      // Now and then somebody acts before the schedule has come by.
      if (one.wait % 3 > 0) await runDue();
    } else if ('buy' in one) {
      const order = { email: 'ann@example.com', card_number: one.cardWorks ? CARD : FAILS_LATER };
      const { status, body } = await buy(plans[one.buy] ?? '', order);
      expect(status).toBe((stock[one.buy] ?? 0) > 0 ? 201 : 409);
      if (status !== 201) continue;
      stock[one.buy] = (stock[one.buy] ?? 0) - 1;
      models.set(body.membership.id, bought(one.buy, one.cardWorks, now()));
    } else {
      const [id, model] = [...models][one.on % models.size] ?? [];
      if (!id || !model) continue;
      passTo(model, now());
      const allowed = OPERATIONS[one.act]?.(model, now()) ?? false;
      const { status } = await post(`/memberships/${id}/${one.act}`, BODIES[one.act]);
      expect([one.act, model.status, status]).toEqual([one.act, model.status, allowed ? 201 : 409]);
      // What was due comes with what is refused, at the latest with the next look at the clock.
      if (!allowed) await runDue();
    }
  }

  await runDue();
  for (const [id, model] of models) {
    passTo(model, now());
    const { status, valid } = (await get(`/memberships/${id}`)).body;
    expect([status, valid]).toEqual([model.status, gives(model.status)]);
    const events = await prisma.event.findMany({ orderBy: { sequence: 'asc' } });
    const mine = events.filter(({ data }) => JSON.stringify(data).includes(id));
    expect(mine.map(({ name }) => name)).toEqual(model.told);
    expect(mine.every((event, n) => event.occurredAt >= (mine[n - 1]?.occurredAt ?? new Date(0)))).toBe(true);
  }
  const left = await prisma.plan.findMany({ where: { id: { in: plans } } });
  expect(plans.map((id) => left.find((plan) => plan.id === id)?.stock)).toEqual(stock);
}
