import PQueue from 'p-queue';

/**
 * At most 88 requests in any 10 s; live services take 100. In four short windows instead of a long one, so
 * that what is urgent never waits for longer than one of them.
 */
const LIMIT = { intervalCap: 22, interval: 2_500, strict: true };

export interface Turn {
  /** Waits behind everything that isn't in the background. */
  readonly background?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Lets requests go no faster than the service takes them. */
export interface Pace {
  /** Runs the request when it is its turn. @throws the signal's reason when that is aborted before */
  take<Answer>(request: () => Promise<Answer>, turn: Turn): Promise<Answer>;
  /** Holds everything back for so many milliseconds; a longer pause wins. */
  pause(duration: number): void;
}

export function createPace(): Pace {
  const queue = new PQueue(LIMIT);
  let resumesAt = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    take: (request, { background = false, signal }) =>
      queue.add(request, { priority: background ? 0 : 1, signal }),
    pause(duration) {
      const until = performance.now() + duration;
      if (until <= resumesAt) return;
      resumesAt = until;
      clearTimeout(timer);
      queue.pause();
      timer = setTimeout(() => queue.start(), duration);
    },
  };
}
