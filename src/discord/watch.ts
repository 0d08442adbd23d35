import { setTimeout as wait } from 'node:timers/promises';
import type { Lease } from '../database/lease.ts';
import { errorCode } from '../errors.ts';
import type { Logger } from '../log.ts';
import { createLogThrottle } from '../log-throttle.ts';
import type { Gateway } from './gateway.ts';

/** How often a process that stands by looks whether it is its turn, in milliseconds. */
const LOOK_INTERVAL = 1_000;

/** How long nothing is tried after the gateway could not be opened, or was closed for good, in milliseconds. */
const RETRY_DELAY = 10_000;

/** How long the same reason is not logged again, in milliseconds. */
const QUIET = 60_000;

const NEVER = new AbortController().signal;

export interface WatchDeps {
  /** Takes the right to hold the gateway; undefined while another process has it. */
  take(): Promise<Lease | undefined>;
  /** Opens the gateway, until the signal cuts that short. */
  open(lease: Lease, stop: AbortSignal): Promise<Gateway>;
  readonly log: Logger;
}

/** Of all processes with a bot one holds the gateway, and the others stand by. */
export interface Watch {
  /** The gateway, while this process holds it. */
  readonly gateway: Gateway | undefined;
  /** Whether this process failed when it was last its turn. */
  readonly isFailing: boolean;
  /** Whether that was because the platform doesn't take our token. */
  readonly isTokenRefused: boolean;
  /** Lets the next process have it. */
  close(): Promise<void>;
}

/**
 * Opens the gateway where no other process has it, and else stands by until it is free. Whoever loses the right
 * closes it, and stands by; so does, with what to do in the log, whom the platform has closed it for.
 * @throws what `open` throws, the first time; later that is logged, and tried again by whoever is next
 */
export async function keepWatch({ take, open, log }: WatchDeps): Promise<Watch> {
  const stop = new AbortController();
  const throttle = createLogThrottle(QUIET);
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
    if (isFailing) log.error({ err: reason }, 'the gateway is left: the platform has closed it');
    else if (!stop.signal.aborted) log.warn('the gateway is left: its lease could not be renewed');
    await gateway?.close();
    gateway = undefined;
    await lease.release();
    if (isFailing) await pause(RETRY_DELAY, stop.signal);
  };
  const standBy = async () => {
    try {
      const lease = await take();
      const held = lease && (await begin(lease));
      isFailing = false;
      if (!held) await pause(LOOK_INTERVAL, stop.signal);
      return held;
    } catch (error) {
      if (stop.signal.aborted) return undefined;
      isFailing = true;
      reason = error;
      const say = throttle(error instanceof Error ? error.message : 'unknown');
      if (say) log.error({ err: error, ...say }, 'the gateway can not be taken over now');
      await pause(RETRY_DELAY, stop.signal);
    }
    return undefined;
  };
  const first = await take();
  if (first) await begin(first);
  else log.info('another process holds the gateway: standing by');
  const watching = (async () => {
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
      return watching;
    },
  };
}

/** Settles once a signal is aborted. */
export const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

const pause = (duration: number, signal: AbortSignal) =>
  wait(duration, undefined, { signal }).catch(() => undefined);
