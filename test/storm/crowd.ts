import fc from 'fast-check';
import type { RequestEffect } from '../../src/sandbox/faults/fault.ts';
import type { Truth } from './model.ts';
import type { Scenario } from './scenario.ts';
import type { Place } from './stage.ts';

/** What a sweep takes without asking: so many, or this share of the holders, whichever is more. */
const FREE_LOSSES = 10;
const FREE_SHARE = 0.2;

const effects: readonly RequestEffect[] = [
  { kind: 'answer', status: 500 },
  { kind: 'answer', status: 429, scope: 'user', retryAfter: 0 },
  { kind: 'reset' },
];

/** Many people with one role: how many, how many of them cease to pay at once, and what goes wrong meanwhile. */
export const crowd = fc.record({
  size: fc.integer({ min: 30, max: 36 }),
  losses: fc.integer({ min: 8, max: 16 }),
  effect: fc.constantFrom(...effects),
  times: fc.integer({ min: 1, max: 5 }),
});

/** What is drawn for one crowd. */
export type Crowd = typeof crowd extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** One role for one plan, by a service that can be asked. */
export const CROWDED: Scenario = {
  mappings: [
    {
      role: 0,
      sourceId: 'plan_a',
      condition: 'valid',
      atEnd: 'remove',
      graceDays: 0,
      orphans: 'keep',
      waitForScreening: false,
    },
  ],
  isAskable: true,
  steps: [],
  daysLater: 0,
  restartsAt: null,
};

/** Lets a crowd buy, and some of them cease to pay, of which only the sweep hears. @returns what is wrong */
export async function runCrowd(
  place: Place,
  { size, losses, effect, times }: Crowd,
): Promise<readonly string[]> {
  const { faults } = place.container.chat.sandbox;
  const wrong: string[] = [];
  const expectHolders = (count: number, when: string) => {
    const found = holders(place);
    if (found !== count) wrong.push(`${when} ${found} of ${size} have the role instead of ${count}`);
  };
  for (const person of place.people.keys()) buy(place, person);
  faults.add({ route: '/guilds/:guild_id/members*', effect, times });
  await sweep(place);
  expectHolders(size, 'after the purchases');

  for (const truth of place.truths.slice(0, losses)) place.changes(truth, { status: 'canceled' });
  faults.add({ route: '/guilds/:guild_id/members*', effect, times });
  await sweep(place);
  await sweep(place);
  const isHeld = losses > Math.max(FREE_LOSSES, FREE_SHARE * size);
  expectHolders(isHeld ? size : size - losses, isHeld ? 'before an admin says so' : 'without asking');

  const isApproved = await place.approve();
  if (isApproved !== isHeld) wrong.push(isHeld ? 'nobody was asked' : 'somebody was asked');
  await place.drain();
  expectHolders(size - losses, 'in the end');
  return wrong;
}

function buy({ truths, changes }: Place, person: number): void {
  const bought: Truth = {
    plan: 'plan_a',
    status: '',
    person,
    named: person,
    isTyped: false,
    isLinked: false,
    past: [],
    isTold: true,
  };
  truths.push(bought);
  changes(bought, { status: 'active' });
}

async function sweep(place: Place): Promise<void> {
  // No webhook arrives.
  place.deliveries.length = 0;
  await place.sweepAll();
  await place.drain();
}

const holders = ({ container, guildId, people, roles: [role = ''] }: Place): number => {
  const members = container.chat.sandbox.community.guild(guildId)?.members;
  return people.filter((userId) => members?.get(userId)?.roles.includes(role)).length;
};
