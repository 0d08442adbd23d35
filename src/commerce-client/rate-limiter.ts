import PQueue from 'p-queue';
import { gap } from '../access/sync/rate-limiter.ts';
import type { Clock } from '../clock.ts';
import { busy } from './faults.ts';
import { localRateSlots, type RateSlots } from './rate-slots.ts';

export interface Turn {
  /** Waits behind all foreground requests. */
  readonly background?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Longest wait for a slot, in milliseconds; unlimited by default. */
  readonly patience?: number | undefined;
}

/** For requests that a person waits for. */
export const FOR_A_PERSON: Turn = { patience: 15_000 };

/** Rate limiter for requests to the service. */
export interface RateLimiter {
  /**
   * Runs the request in its turn.
   * @throws the signal's reason if it is aborted first, Fault `COMMERCE_BUSY` if patience runs out
   */
  take<Answer>(request: () => Promise<Answer>, turn: Turn): Promise<Answer>;
  /** Delays all requests by this many milliseconds, without a burst afterwards. The longest of several holds counts. */
  hold(duration: number): void;
}

/**
 * Creates a rate limiter. Only one request at a time waits for a slot, so that each slot goes to the most urgent
 * request.
 * @param clock lets the time pass; the limits themselves follow the process's monotonic clock
 * @param shared slots shared with other processes, which apply in addition to its own
 */
export function createRateLimiter(clock: Clock, shared?: RateSlots): RateLimiter {
  const queue = new PQueue({ concurrency: 1 });
  const own = localRateSlots();
  let opensAt = 0;
  const closedFor = () => Math.max(opensAt - performance.now(), 0);
  const waitForSlot = async (signal: AbortSignal) => {
    let waitedUntil: number;
    do {
      waitedUntil = opensAt;
      await sleep(clock, closedFor(), signal);
      const waits = await Promise.all([own.take(), shared?.take()]);
      await sleep(clock, Math.max(...waits.map((wait = 0) => wait)), signal);
    } while (opensAt > waitedUntil && closedFor() > 0);
  };
  return {
    async take(request, { background = false, signal, patience }) {
      if (patience !== undefined && closedFor() > patience) throw busy(closedFor() / 1000);
      const impatient = patience === undefined ? undefined : AbortSignal.timeout(patience);
      const stop = AbortSignal.any([signal, impatient].filter((one) => one !== undefined));
      try {
        await queue.add(() => waitForSlot(stop), { priority: background ? 0 : 1, signal: stop });
      } catch (cause) {
        throw impatient?.aborted && !signal?.aborted ? busy(closedFor() / 1000, cause) : cause;
      }
      return request();
    },
    hold(duration) {
      if (duration <= 0) return;
      opensAt = Math.max(opensAt, performance.now() + duration);
      void own.close(duration);
    },
  };
}

/** @throws the signal's reason if it is aborted first */
async function sleep({ wait }: Clock, duration: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (duration <= 0) return;
  if (wait) return wait(duration, signal);
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, duration);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** Pause after "too many requests", in seconds: the default, and the longest accepted. */
const PAUSE = { usual: 60, longest: 3600 };

/** Share of the window's allowance kept in reserve, since other clients of the key may send at the same moment. */
const RESERVE = 0.1;

/** Largest `reset` read as seconds from now: one day. A larger number is a Unix timestamp. */
const LONGEST_WINDOW = 86_400;

/**
 * Returns for how many seconds the service asks for a pause: after 429, and after 503 with a `Retry-After` header. The
 * request had no effect then. Undefined for any other response.
 */
export function pauseAfter({ status, headers }: Response, clock: Clock): number | undefined {
  const header = headers.get('retry-after')?.trim() ?? '';
  if (status !== 429 && (status !== 503 || header === '')) return undefined;
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - clock.now().getTime()) / 1000);
  return Number.isNaN(seconds) ? PAUSE.usual : Math.min(Math.max(seconds, 1), PAUSE.longest);
}

/**
 * Returns the delay before the next request, in milliseconds, that makes the remaining allowance last until the window
 * resets, even if other clients use the key. 0 without rate-limit headers.
 */
export function gapAfter(headers: Headers, clock: Clock): number {
  const read = (name: string) => {
    const text = headers.get(`x-ratelimit-${name}`) ?? headers.get(`ratelimit-${name}`) ?? '';
    return /^\d+$/.test(text.trim()) ? Number(text) : undefined;
  };
  const [size, left, reset] = [read('limit'), read('remaining'), read('reset')];
  if (size === undefined || left === undefined || reset === undefined) return 0;
  const seconds = reset > LONGEST_WINDOW ? reset - clock.now().getTime() / 1000 : reset;
  return gap({
    size,
    left: left - size * RESERVE,
    resetsIn: Math.min(seconds, PAUSE.usual) * 1000,
  });
}
