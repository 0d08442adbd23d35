import fc from 'fast-check';
import type { RequestEffect } from '../../src/sandbox/faults/fault.ts';

type Of<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** Few of everything, so that what happens meets what has happened. People, plans and roles go by number. */
export const PEOPLE = 2;
/** Roles that mappings manage; the next number is a role that none does. */
export const MANAGED = 2;
export const PLANS = ['plan_a', 'plan_b', 'plan_copy'] as const;
/** What each plan's memberships count for: a quick link's for the plan that it was copied from too. */
export const SOURCES = {
  plan_a: ['plan_a', 'prod_1'],
  plan_b: ['plan_b', 'prod_1'],
  plan_copy: ['plan_copy', 'plan_a', 'prod_1'],
} as const;

const METHODS = ['GET', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

const person = fc.nat(PEOPLE - 1);
const plan = fc.constantFrom(...PLANS);
/** Which of those that there are, counted round. */
const nth = fc.nat(20);
const status = fc.constantFrom('active', 'active', 'canceled', 'expired', 'past_due');

const mapping = fc.record({
  role: fc.nat(MANAGED - 1),
  sourceId: fc.constantFrom('plan_a', 'plan_a', 'plan_b', 'prod_1'),
  condition: fc.constantFrom('valid', 'valid', 'valid', 'past_due'),
  atEnd: fc.constantFrom('remove', 'remove', 'remove', 'keep', 'kick'),
  graceDays: fc.constantFrom(0, 0, 3),
  orphans: fc.constantFrom('keep', 'keep', 'strip'),
  waitForScreening: fc.boolean(),
});
export type StormMapping = Of<typeof mapping>;

const MEMBER = '/guilds/:guild_id/members/:user_id';
const answers: readonly RequestEffect[] = [
  { kind: 'answer', status: 429, scope: 'user', retryAfter: 0 },
  { kind: 'answer', status: 429, scope: 'shared', retryAfter: 0 },
  { kind: 'answer', status: 429, scope: 'global', retryAfter: 0 },
  // The library waits for that in real time.
  { kind: 'answer', status: 429, scope: 'shared', retryAfter: 0.2 },
  { kind: 'answer', status: 500 },
  { kind: 'answer', status: 403, html: true },
  { kind: 'reset' },
];
const hang = fc.record({
  effect: fc.constant({ kind: 'hang' } as const),
  times: fc.constant(1),
  // Before: it is done when nobody waits for it any more. After: it is done at once, and nobody hears of it.
  when: fc.constantFrom('before' as const, 'after' as const),
  route: fc.constantFrom(`${MEMBER}*`, '/guilds/:guild_id/members'),
});
const fault = fc.record({
  effect: fc.constantFrom(...answers),
  // The library itself tries a 500 four times.
  times: fc.integer({ min: 1, max: 5 }),
  when: fc.constantFrom('before' as const, 'after' as const),
  route: fc.constantFrom(`${MEMBER}*`, MEMBER, '/guilds/:guild_id/members'),
});
const forget = fc.record({
  effect: fc.constant({ kind: 'forget' } as const),
  times: fc.integer({ min: 1, max: 2 }),
  method: fc.constantFrom('PUT' as const, 'DELETE' as const, 'PATCH' as const),
});

const happens = <const Name extends string, More>(
  name: Name,
  more: fc.Arbitrary<More>,
): fc.Arbitrary<{ readonly happens: Name } & More> => more.map((rest) => ({ happens: name, ...rest }));

/** Everything that can happen, each as often as its weight says. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: happens('purchase', fc.record({ buyer: fc.nat(PEOPLE), plan, isTyped: fc.boolean() })),
  },
  { weight: 6, arbitrary: happens('status', fc.record({ nth, status })) },
  { weight: 2, arbitrary: happens('connect', fc.record({ nth, person })) },
  { weight: 2, arbitrary: happens('link', fc.record({ nth, person })) },
  { weight: 3, arbitrary: happens('give by hand', fc.record({ person, role: fc.nat(MANAGED) })) },
  { weight: 3, arbitrary: happens('take by hand', fc.record({ person, role: fc.nat(MANAGED) })) },
  { weight: 2, arbitrary: happens('leave', fc.record({ person })) },
  { weight: 3, arbitrary: happens('join', fc.record({ person, pending: fc.boolean() })) },
  { weight: 1, arbitrary: happens('pass screening', fc.record({ person })) },
  { weight: 9, arbitrary: happens('deliver', fc.record({ nth, times: fc.integer({ min: 1, max: 3 }) })) },
  { weight: 1, arbitrary: happens('lose delivery', fc.record({ nth })) },
  { weight: 6, arbitrary: happens('gateway', fc.record({ events: fc.integer({ min: 1, max: 4 }) })) },
  { weight: 1, arbitrary: happens('lose gateway', fc.record({})) },
  { weight: 9, arbitrary: happens('work', fc.record({ nth, jobs: fc.integer({ min: 1, max: 4 }) })) },
  {
    weight: 2,
    arbitrary: happens('crash', fc.record({ nth, method: fc.constantFrom(...METHODS) })),
  },
  { weight: 2, arbitrary: happens('sweep', fc.record({})) },
  {
    weight: 3,
    arbitrary: happens(
      'fault',
      fc.record({ fault: fc.oneof({ weight: 3, arbitrary: fault }, { weight: 2, arbitrary: forget }, hang) }),
    ),
  },
  { weight: 1, arbitrary: happens('shop fault', fc.record({ times: fc.integer({ min: 1, max: 3 }) })) },
);
export type Step = Of<typeof step>;

/** A run: what is mapped, whether the service can be asked, what happens, and how much later we look. */
export const scenario = fc.record({
  mappings: fc.uniqueArray(mapping, {
    selector: ({ role, sourceId, condition }) => `${role} ${sourceId} ${condition}`,
    minLength: 1,
    maxLength: 4,
  }),
  isAskable: fc.constantFrom(true, true, false),
  steps: fc.array(step, { minLength: 4, maxLength: 20, size: 'max' }),
  daysLater: fc.constantFrom(0, 10),
  restartsAt: fc.option(fc.nat(20), { freq: 50 }),
});
export type Scenario = Of<typeof scenario>;
