import { setTimeout } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import { createLogThrottle } from '../../observability/log-throttle.ts';
import type { Listen } from '../../queue.ts';
import type { Service } from '../service.ts';
import { AdaptiveConcurrency } from './adaptive-concurrency.ts';
import { BatchWriter } from './batch-writer.ts';
import { CHANNEL, type ClaimedDelivery, claimDeliveries, releaseClaims } from './claim.ts';
import { clampFutureTimes } from './maintenance.ts';
import { toMessage } from './message.ts';
import { hasSucceeded, type Outcome, postSigned, succeeded } from './post-signed.ts';
import { record } from './record.ts';

/** Concurrent attempts of one process. Nearly all of them only wait for an answer. */
const CAPACITY = 1024;

/** Milliseconds between two polls, which pick up due retries and make up for lost notifications. */
const POLL_INTERVAL = 1_000;

/** How long to collect deliveries before claiming or recording them together, in milliseconds. */
const BATCH_DELAY = 5;

/** Milliseconds between two logs of the same database error, which every poll would repeat. */
const LOG_INTERVAL = 60_000;

/** How long a stop waits for answers, in milliseconds. Aborted attempts are retried under the same id. */
const STOP_TIMEOUT = 3_000;

/**
 * Posts deliveries to their endpoints. The rows are the queue: each is claimed, attempted and recorded. Delivery is at
 * least once: when a process dies between the POST and the record, its claim expires and the attempt is repeated under
 * the same id.
 */
export class DeliveryWorker {
  readonly #service: Service;
  readonly #concurrency = new AdaptiveConcurrency(CAPACITY);
  readonly #outcomes: BatchWriter<Outcome>;
  readonly #attempts = new Map<string, Promise<void>>();
  readonly #abort = new AbortController();
  readonly #throttle = createLogThrottle(LOG_INTERVAL);
  #woken = Promise.withResolvers<void>();
  #isOpen = true;
  #running: Promise<void> = Promise.resolve();

  private constructor(service: Service) {
    this.#service = service;
    this.#outcomes = new BatchWriter(BATCH_DELAY, (outcomes) => record(service, outcomes));
  }

  /** Opens a worker, which starts with the deliveries that are already due. */
  static async open(service: Service, listen: Listen): Promise<DeliveryWorker> {
    // With a single process every claim belongs to a dead process, so it needn't expire first.
    if (service.isAlone) await releaseClaims(service);
    await clampFutureTimes(service);
    const worker = new DeliveryWorker(service);
    await listen(CHANNEL, () => worker.#woken.resolve());
    worker.#running = worker.#run();
    return worker;
  }

  /** Stops claiming, waits up to `STOP_TIMEOUT` for running attempts, then aborts and releases the rest. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#woken.resolve();
    await this.#running;
    const all = Promise.all(this.#attempts.values());
    await pTimeout(all, { milliseconds: STOP_TIMEOUT, message: false });
    this.#abort.abort();
    const left = [...this.#attempts.keys()];
    await all;
    await releaseClaims(this.#service, left);
  }

  async #run(): Promise<void> {
    while (this.#isOpen) {
      this.#woken = Promise.withResolvers<void>();
      const wasIdle = this.#attempts.size === 0;
      const claimed = await this.#claim();
      for (const delivery of claimed) this.#start(delivery);
      if (claimed.length > 0) continue;
      // Idle: the next event starts with fresh limits.
      if (wasIdle) this.#concurrency.clear();
      await this.#sleep();
    }
  }

  async #claim(): Promise<ClaimedDelivery[]> {
    const available = this.#concurrency.available();
    if (available.total === 0) return [];
    try {
      return await claimDeliveries(this.#service, available);
    } catch (error) {
      const log = this.#throttle(error instanceof Error ? error.message : 'unknown');
      if (log) this.#service.log.error({ err: error, ...log }, 'deliveries could not be read');
      return [];
    }
  }

  /** Waits until a notification arrives, an attempt ends, or the poll interval is over. */
  async #sleep(): Promise<void> {
    const slept = new AbortController();
    const sleep = setTimeout(POLL_INTERVAL, undefined, slept).catch(() => undefined);
    await Promise.race([this.#woken.promise, sleep]);
    slept.abort();
    await setTimeout(BATCH_DELAY);
  }

  #start(delivery: ClaimedDelivery): void {
    const { id, webhookId } = delivery;
    this.#concurrency.start(webhookId);
    const attempt = this.#deliver(delivery).then((hasArrived) => {
      this.#concurrency.end(webhookId, hasArrived);
      this.#attempts.delete(id);
      this.#woken.resolve();
    });
    this.#attempts.set(id, attempt);
  }

  /** @returns whether it succeeded and is recorded */
  async #deliver(delivery: ClaimedDelivery): Promise<boolean> {
    try {
      const outcome = await this.#attempt(delivery);
      await this.#outcomes.add(outcome);
      return hasSucceeded(outcome);
    } catch (error) {
      // The claim stays, and the attempt is repeated when it expires.
      if (!this.#abort.signal.aborted)
        this.#service.log.error({ err: error, delivery: delivery.id }, 'a delivery could not be recorded');
      return false;
    }
  }

  async #attempt(delivery: ClaimedDelivery): Promise<Outcome> {
    if (!delivery.webhook.enabled) return { delivery };
    const { clock, log, metrics } = this.#service;
    const startedAt = clock.now();
    const answer = await postSigned(this.#service, toMessage(delivery, startedAt), this.#abort.signal);
    metrics?.deliveries.inc({ outcome: succeeded(answer) ? 'arrived' : 'failed' });
    if (!succeeded(answer)) {
      const about = { webhook: delivery.webhookId, event: delivery.eventId, attempt: delivery.attempts + 1 };
      log.warn({ ...about, ...answer }, 'a webhook delivery failed');
    }
    return { delivery, attempt: { answer, startedAt, endedAt: clock.now() } };
  }
}
