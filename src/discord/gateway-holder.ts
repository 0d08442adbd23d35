import { type Clock, wait } from '../clock.ts';
import type { Lease } from '../database/lease.ts';
import { errorCode } from '../errors.ts';
import type { Logger } from '../observability/log.ts';
import { createLogThrottle } from '../observability/log-throttle.ts';
import type { Gateway } from './gateway.ts';

/** How often a standby process tries to take the lease, in milliseconds. */
const LOOK_INTERVAL = 1_000;

/** Delay after the gateway could not be opened, or was closed for good, in milliseconds. */
const RETRY_DELAY = 10_000;

/** Interval between logs of the same reason, in milliseconds. */
const QUIET = 60_000;

const NEVER = new AbortController().signal;

export interface HolderDeps {
  /** Takes the lease for the gateway; undefined while another process holds it. */
  take(): Promise<Lease | undefined>;
  /** Opens the gateway, unless the signal aborts first. */
  open(lease: Lease, stop: AbortSignal): Promise<Gateway>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Takes part in the election of the one process that holds the gateway; the others stand by. */
export interface GatewayHolder {
  /** The gateway; undefined while this process doesn't hold it. */
  readonly gateway: Gateway | undefined;
  /** Whether this process's latest attempt to hold the gateway failed. */
  readonly isFailing: boolean;
  /** Whether it failed because the platform refuses our token. */
  readonly isTokenRefused: boolean;
  /** Closes the gateway and releases the lease to the next process. */
  close(): Promise<void>;
}

/**
 * Opens the gateway if no other process holds it, else stands by until it is free. If the lease is lost, or the
 * platform closes the gateway for good, closes it, logs the reason and stands by again.
 * @throws the errors of `open` at the first attempt; later ones are logged and retried
 */
export async function holdGateway({ take, open, clock, log }: HolderDeps): Promise<GatewayHolder> {
  const stop = new AbortController();
  const throttle = createLogThrottle(QUIET);
  const pause = (duration: number) => wait(clock, duration, stop.signal).catch(() => undefined);
  let gateway: Gateway | undefined;
  let isFailing = false;
  let reason: unknown;
  const begin = async (lease: Lease) => {
    try {
      gateway = await open(lease, AbortSignal.any([stop.signal, lease.lost]));
      return lease;
    } catch (error) {
      await lease.release();
      throw error;
    }
  };
  const stay = async (lease: Lease) => {
    const closed = gateway?.closed ?? NEVER;
    await aborted(AbortSignal.any([stop.signal, lease.lost, closed]));
    isFailing = closed.aborted;
    reason = closed.reason;
    if (isFailing) log.error({ err: reason }, 'leaving the gateway: the platform has closed it');
    else if (!stop.signal.aborted) log.warn('leaving the gateway: its lease could not be renewed');
    await gateway?.close();
    gateway = undefined;
    await lease.release();
    if (isFailing) await pause(RETRY_DELAY);
  };
  const standBy = async () => {
    try {
      const lease = await take();
      const held = lease && (await begin(lease));
      isFailing = false;
      if (!held) await pause(LOOK_INTERVAL);
      return held;
    } catch (error) {
      if (stop.signal.aborted) return undefined;
      isFailing = true;
      reason = error;
      const say = throttle(error instanceof Error ? error.message : 'unknown');
      if (say) log.error({ err: error, ...say }, "the gateway can't be taken over now");
      await pause(RETRY_DELAY);
    }
    return undefined;
  };
  const first = await take();
  if (first) await begin(first);
  else log.info('another process holds the gateway: standing by');
  const holding = (async () => {
    if (first) await stay(first);
    while (!stop.signal.aborted) {
      const lease = await standBy();
      if (!lease) continue;
      log.info('the gateway was taken over');
      await stay(lease);
    }
  })();
  return {
    get gateway() {
      return gateway;
    },
    get isFailing() {
      return isFailing;
    },
    get isTokenRefused() {
      return isFailing && errorCode(reason) === 'DISCORD_TOKEN_REFUSED';
    },
    close() {
      stop.abort();
      return holding;
    },
  };
}

/** Resolves once the signal is aborted. */
export const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
