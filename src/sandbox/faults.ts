import { setTimeout as delay } from 'node:timers/promises';

/** Which requests a fault strikes: a method, a route as it is declared below `/v10`, or all where left out. */
export interface Target {
  readonly method?: 'GET' | 'PUT' | 'DELETE';
  readonly route?: string;
}

/** An answer given instead of the real one. */
export interface FaultyAnswer {
  readonly status: number;
  /** For 429: in seconds. */
  readonly retryAfter?: number;
  /** An HTML page, as a proxy before the platform sends it. */
  readonly html?: boolean;
}

/** A fault that is switched on, until it is used up or removed. */
export interface ActiveFault {
  remove(): void;
}

/** A fault that stops requests where they are. */
export interface Hold extends ActiveFault {
  /** Settles when the first request is held. */
  readonly arrived: Promise<void>;
}

/** What can be made to go wrong on purpose. */
export interface Faults {
  /** Each request waits so long before anything is done. */
  slow(target: Target, milliseconds: number): ActiveFault;
  /** Each request waits, with nothing done, until the hold is removed. */
  hold(target: Target): Hold;
  /** The next `times` requests get this answer, with nothing done. */
  answer(target: Target, answer: FaultyAnswer, times?: number): ActiveFault;
  /** Removes all; what is held goes on. */
  clear(): void;
}

type Strike = () => Promise<FaultyAnswer | undefined>;

/** Called for each request: waits as long as the faults say, and returns the answer to give instead, if any. */
export type StrikeRequest = (method: string, route: string) => Promise<FaultyAnswer | undefined>;

/** Makes the switchboard and the hook that obeys it. */
export function createFaults(): { faults: Faults; strike: StrikeRequest } {
  const active = new Map<symbol, { target: Target; strike: Strike; release?: () => void }>();

  const add = (target: Target, strike: Strike, release?: () => void) => {
    const id = Symbol(target.route);
    active.set(id, { target, strike, ...(release && { release }) });
    return { remove: () => void (active.delete(id) && release?.()) };
  };

  const faults: Faults = {
    slow: (target, milliseconds) => add(target, () => delay(milliseconds)),
    hold(target) {
      const arrived = Promise.withResolvers<void>();
      const released = Promise.withResolvers<undefined>();
      const strike = () => {
        arrived.resolve();
        return released.promise;
      };
      return { arrived: arrived.promise, ...add(target, strike, () => released.resolve(undefined)) };
    },
    answer(target, answer, times = 1) {
      let left = times;
      const fault = add(target, async () => {
        // Used up while this request was held by another fault.
        if (left === 0) return undefined;
        left -= 1;
        if (left === 0) fault.remove();
        return answer;
      });
      return fault;
    },
    clear() {
      for (const { release } of active.values()) release?.();
      active.clear();
    },
  };

  return {
    faults,
    async strike(method, route) {
      for (const { target, strike } of [...active.values()]) {
        if ((target.method ?? method) !== method || (target.route ?? route) !== route) continue;
        const answer = await strike();
        if (answer) return answer;
      }
      return undefined;
    },
  };
}
