import PQueue from 'p-queue';
import { busy } from './faults.ts';
import { localSlots, type Slots } from './slots.ts';

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
  /** Holds everything back for so many milliseconds, and has no crowd start after that; a longer time wins. */
  hold(duration: number): void;
}

/**
 * One waits for the next slot at a time; who is next after that is chosen then, and so the most urgent.
 * @param shared slots that this process shares with others, besides its own
 */
export function createPace(shared?: Slots): Pace {
  const queue = new PQueue({ concurrency: 1 });
  const own = localSlots();
  let opensAt = 0;
  const closedFor = () => Math.max(opensAt - performance.now(), 0);
  const waitForSlot = async (signal: AbortSignal) => {
    do {
      await sleep(closedFor(), signal);
      const waits = await Promise.all([own.take(), shared?.take()]);
      await sleep(Math.max(...waits.map((wait = 0) => wait)), signal);
    } while (closedFor() > 0);
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

async function sleep(duration: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (duration <= 0) return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, duration);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}
