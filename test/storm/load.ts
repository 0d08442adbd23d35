import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { sendUntilTaken } from './send.ts';
import type { openShop } from './shop.ts';

/** What everybody buys. */
export const PLAN = 'plan_of_the_test';

/** How far apart events come, in milliseconds. */
const PACE = 250;

/** How long a membership lasts that ends, in milliseconds. */
const TERM = 5_000;

/** Somebody who buys once, and whose membership may end. */
export interface Buyer {
  readonly userId: string;
  readonly hasRole: () => boolean;
}

interface LoadOptions {
  readonly seed: number;
  readonly url: string;
  readonly shop: Awaited<ReturnType<typeof openShop>>;
  readonly buyers: readonly Buyer[];
}

/**
 * A shop at work: one after the other buys, and after some time every second membership ends. Each event is sent
 * until it is acknowledged, and never again: what it was about is right only if none is lost.
 */
export function startLoad({ seed, url, shop, buyers }: LoadOptions) {
  const [order = []] = fc.sample(fc.shuffledSubarray([...buyers.keys()], { minLength: buyers.length }), {
    seed,
    numRuns: 1,
  });
  /** Whether the role must be there, by buyer; only what was acknowledged. */
  const must = new Map<Buyer, boolean>();
  let acknowledged = 0;
  let isOn = true;

  const tell = async (number: number, valid: boolean) => {
    const buyer = buyers[number];
    if (!buyer) return;
    const id = `mem_${number}`;
    const status = valid ? 'active' : 'canceled';
    const plan = { id: PLAN, mimic_plan_id: null };
    const chat = { product: null, plan, user: `user_${number}`, community_chat: { id: buyer.userId } };
    const membership = { id, valid, status, ...chat };
    shop.memberships.set(id, membership);
    must.delete(buyer);
    const name = `msg_${id}_${status}`;
    const event = { id: name, type: `membership.went_${valid ? 'valid' : 'invalid'}`, data: { id, valid } };
    await sendUntilTaken([url], { id: name, body: JSON.stringify(event) });
    acknowledged += 1;
    must.set(buyer, valid);
  };
  const run = async () => {
    const lives: Promise<void>[] = [];
    for (const [turn, number] of order.entries()) {
      if (!isOn) break;
      const bought = tell(number, true);
      lives.push(
        turn % 2 === 0 ? bought : bought.then(() => setTimeout(TERM)).then(() => tell(number, false)),
      );
      await setTimeout(PACE);
    }
    await Promise.all(lives);
  };
  const running = run();
  return {
    acknowledged: () => acknowledged,
    /** Who hasn't, or still has, the role although that was acknowledged. */
    withoutEffect: () =>
      [...must].filter(([buyer, expected]) => buyer.hasRole() !== expected).map(([{ userId }]) => userId),
    /** Sends no more, and waits until all that was sent is taken. */
    async stop() {
      isOn = false;
      await running;
    },
  };
}
