import { setTimeout } from 'node:timers/promises';
import type { Listen } from '../../queue.ts';
import { createSeldom } from '../../seldom.ts';
import type { Service } from '../service.ts';
import { BELL } from './bell.ts';
import { type ClaimedDelivery, claimDeliveries, giveBack } from './claim.ts';
import { Journal } from './journal.ts';
import { toMessage } from './message.ts';
import { hasSucceeded, type Outcome } from './outcome.ts';
import { postSigned, succeeded } from './post-signed.ts';
import { record } from './record.ts';
import { setDeliveriesRight } from './set-right.ts';
import { Windows } from './windows.ts';

/** How many attempts one process may have under way. Nearly all of them only wait for an answer. */
const CAPACITY = 1024;

/** How late a delivery may go out whose time has come without anybody ringing, in milliseconds. */
const LOOK_INTERVAL = 1_000;

/** How long those that come close together are waited for, in milliseconds: a crowd is claimed, and recorded, at once. */
const GATHER = 5;

/** How long the same trouble with the database is not logged again, in milliseconds: it is met at every look. */
const QUIET = 60_000;

/** How long a stop waits for answers, in milliseconds. What it cuts off is attempted again, under the same id. */
const STOP_TIMEOUT = 3_000;

/**
 * Takes deliveries from the database to their endpoints, as long as it is open. The rows are the queue: one is
 * claimed, attempted, and recorded. At least once: a process that dies after the POST and before the record
 * leaves a claim that runs out, and the same attempt is made again under the same id.
 */
export class Courier {
  readonly #service: Service;
  readonly #windows = new Windows(CAPACITY);
  readonly #journal: Journal<Outcome>;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #cutOff = new AbortController();
  readonly #seldom = createSeldom(QUIET);
  #bell = Promise.withResolvers<void>();
  #isOpen = true;
  #running: Promise<void> = Promise.resolve();

  private constructor(service: Service) {
    this.#service = service;
    this.#journal = new Journal(GATHER, (outcomes) => record(service, outcomes));
  }

  /** Starts at once, with what has been waiting. */
  static async open(service: Service, listen: Listen): Promise<Courier> {
    // What was in the hands of a process that is known to be dead needn't wait until its claim runs out.
    if (service.isAlone) await giveBack(service);
    await setDeliveriesRight(service);
    const courier = new Courier(service);
    await listen(BELL, () => courier.#bell.resolve());
    courier.#running = courier.#run();
    return courier;
  }

  /** Takes nothing more, waits for what is under way, within bounds, and gives back what it cuts off. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#bell.resolve();
    await this.#running;
    const all = Promise.all(this.#underWay.values());
    const stopped = new AbortController();
    await Promise.race([all, setTimeout(STOP_TIMEOUT, undefined, stopped)]).finally(() => stopped.abort());
    this.#cutOff.abort();
    const left = [...this.#underWay.keys()];
    await all;
    await giveBack(this.#service, left);
  }

  async #run(): Promise<void> {
    while (this.#isOpen) {
      this.#bell = Promise.withResolvers<void>();
      const wasIdle = this.#underWay.size === 0;
      const claimed = await this.#claim();
      for (const delivery of claimed) this.#start(delivery);
      if (claimed.length > 0) continue;
      // Nothing under way and nothing to do: an endpoint's next event starts anew.
      if (wasIdle) this.#windows.clear();
      await this.#rest();
    }
  }

  async #claim(): Promise<ClaimedDelivery[]> {
    const room = this.#windows.room();
    if (room.total === 0) return [];
    try {
      return await claimDeliveries(this.#service, room);
    } catch (error) {
      const say = this.#seldom(error instanceof Error ? error.message : 'unknown');
      if (say) this.#service.log.error({ err: error, ...say }, 'deliveries could not be read');
      return [];
    }
  }

  /** Until there is something new, an attempt is over, or a second has passed. */
  async #rest(): Promise<void> {
    const slept = new AbortController();
    const sleep = setTimeout(LOOK_INTERVAL, undefined, slept).catch(() => undefined);
    await Promise.race([this.#bell.promise, sleep]);
    slept.abort();
    await setTimeout(GATHER);
  }

  #start(delivery: ClaimedDelivery): void {
    const { id, webhookId } = delivery;
    this.#windows.start(webhookId);
    const attempt = this.#deliver(delivery).then((hasArrived) => {
      this.#windows.end(webhookId, hasArrived);
      this.#underWay.delete(id);
      this.#bell.resolve();
    });
    this.#underWay.set(id, attempt);
  }

  /** @returns whether it has arrived, and is on record */
  async #deliver(delivery: ClaimedDelivery): Promise<boolean> {
    try {
      const outcome = await this.#attempt(delivery);
      await this.#journal.add(outcome);
      return hasSucceeded(outcome);
    } catch (error) {
      // It stays claimed, and is attempted again when the claim runs out.
      if (!this.#cutOff.signal.aborted)
        this.#service.log.error({ err: error, delivery: delivery.id }, 'a delivery could not be recorded');
      return false;
    }
  }

  async #attempt(delivery: ClaimedDelivery): Promise<Outcome> {
    if (!delivery.webhook.enabled) return { delivery };
    const { clock, log, metrics } = this.#service;
    const startedAt = clock.now();
    const answer = await postSigned(this.#service, toMessage(delivery, startedAt), this.#cutOff.signal);
    metrics?.deliveries.inc({ outcome: succeeded(answer) ? 'arrived' : 'failed' });
    if (!succeeded(answer)) {
      const about = { webhook: delivery.webhookId, event: delivery.eventId, attempt: delivery.attempts + 1 };
      log.warn({ ...about, ...answer }, 'a webhook delivery failed');
    }
    return { delivery, attempt: { answer, startedAt, endedAt: clock.now() } };
  }
}
