import PQueue from 'p-queue';
import { busy } from './faults.ts';
import type { Slots } from './slots.ts';

export interface Turn {
  /** Waits behind everything that isn't in the background. */
  readonly background?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** For how many milliseconds it may wait to be asked; as long as it takes when left out. */
  readonly patience?: number | undefined;
}

/** The turn of what a person waits for. */
export const FOR_A_PERSON: Turn = { patience: 15_000 };

/** Lets requests go no faster than the service takes them. */
export interface Pace {
  /**
   * Runs the request when it is its turn.
   * @throws the signal's reason when that is aborted before, Fault `COMMERCE_BUSY` when patience runs out
   */
  take<Answer>(request: () => Promise<Answer>, turn: Turn): Promise<Answer>;
  /** Holds everything back for so many milliseconds; a longer time wins. */
  hold(duration: number): void;
  /** Requests that are not answered yet. */
  underWay(): number;
}

/** One waits for the next slot at a time; who is next after that is chosen then, and so the most urgent. */
export function createPace(slots: Slots): Pace {
  const queue = new PQueue({ concurrency: 1 });
  let opensAt = 0;
  let underWay = 0;
  const closedFor = () => Math.max(opensAt - performance.now(), 0);
  const waitForSlot = async (signal: AbortSignal) => {
    const until = performance.now() + (await slots.take());
    for (;;) {
      const rest = Math.max(until - performance.now(), closedFor());
      if (rest <= 0) return signal.throwIfAborted();
      await sleep(rest, signal);
    }
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
      underWay++;
      return request().finally(() => underWay--);
    },
    hold(duration) {
      opensAt = Math.max(opensAt, performance.now() + duration);
    },
    underWay: () => underWay,
  };
}

const sleep = (duration: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, duration);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
