import { expect } from 'vitest';
import type { World } from '../world.ts';

/** Objects that the commands and buttons of the matrix act on, with their server. */
export interface Place {
  /** `buyer` has bought `membershipId` and `endingId`, of which only the second may be ended; `other` nothing. */
  readonly buyer: string;
  readonly membershipId: string;
  readonly endingId: string;
  readonly other: string;
  readonly roleId: string;
  readonly channelId: string;
  readonly planId: string;
  readonly webhookId: string;
  readonly guildId: string;
}

/** Gives every command and button something to act on. @param channelId where panels are posted */
export async function settle(world: World, channelId: string): Promise<Place> {
  const plan = await world.order('/api/v2/plans', {
    plan_type: 'renewal',
    renewal_price: 5,
    billing_period: 30,
    internal_notes: 'Crew',
    product_id: world.seeded.productId,
  });
  const planId = /plan_\w+/.exec(JSON.stringify(plan))?.[0] ?? '';
  const buyer = world.member('juniper');
  await world.map(world.roles.supporter.id, planId);
  await world.owner().run('webhooks register');
  const { items } = await world.commerce.webhooks.list({ per: 50 });
  return {
    buyer,
    planId,
    channelId,
    guildId: world.guildId,
    other: world.member('leif.h'),
    membershipId: await purchase(world, buyer, planId),
    endingId: await purchase(world, buyer, planId),
    roleId: world.roles.supporter.id,
    webhookId: items[0]?.id ?? '',
  };
}

/** Buys a plan. @returns the membership's id */
export async function purchase(world: World, buyer: string, planId: string): Promise<string> {
  const bought = await world.order(`/checkout/${planId}`, {
    email: 'juniper@example.com',
    community_chat_id: buyer,
    card_number: '4242424242424242',
  });
  return /mem_\w+/.exec(JSON.stringify(bought))?.[0] ?? '';
}

/** Ways in which the Commerce Service fails, with the answer expected from commands that need it. */
export const TROUBLES = {
  down: {
    begin: (world: World) => world.service.goesDown(),
    said: /can’t be reached|may or may not have done this/,
  },
  'answering 401': {
    begin: (world: World) => world.service.answers(401),
    said: /rejects our API key \(401\)/,
  },
  'answering 404': {
    begin: (world: World) => world.service.answers(404),
    said: /can’t .* in this Commerce Service|has no such|[Nn]o membership|webhook doesn’t exist|can’t look up memberships/,
  },
  'answering 429': {
    begin: (world: World) => world.service.answers(429, { 'retry-after': '1' }),
    said: /is getting too many requests/,
  },
} as const;

/** Whether a command or button needs the Commerce Service. */
export interface Needs {
  readonly needsService?: boolean;
}

/** Returns the logged errors of interactions. Errors of background work with the service don't count. */
export const errorsIn = ({ logged }: World): readonly string[] =>
  logged.filter((line) => /a command failed unexpectedly|an interaction could not be answered/.test(line));

/** Answer to an unexpected error, which must never appear. */
const BROKEN = 'Something unexpected went wrong';
export const FAILED = 'That didn’t work';

/** Expects a command or button, while the service fails, to report the cause if it needs the service, or to succeed. */
export function expectInTrouble(
  path: string,
  text: string,
  { needsService = false }: Needs,
  said: RegExp,
): void {
  if (needsService) expect(text, path).toMatch(said);
  else expect(text, path).not.toContain(FAILED);
  expect(text, path).not.toContain(BROKEN);
}

export const NOT_ALLOWED = 'You need the permission “Manage Server”';
export const NOT_HERE = 'This server isn’t set up for Rolekeeper';
