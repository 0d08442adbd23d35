import { gap } from '../access/pace.ts';
import type { Clock } from '../clock.ts';

/** How long nothing is asked after "too many requests": unless said otherwise, and at most; in seconds. */
const PAUSE = { usual: 60, longest: 3600 };

/** The part of what a window takes that is left alone: others may ask at the very same moment. */
const RESERVE = 0.1;

/** As many seconds ahead as a window of requests may last; a larger number is a moment of the epoch. */
const LONGEST_WINDOW = 86_400;

/**
 * For how many seconds the service wants to be left alone, with nothing of what was asked done: after 429, and
 * after 503 where it says so. Undefined for any other answer.
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
 * How long the next request is to wait, in milliseconds, so that what the service says is left lasts until there
 * is more, whoever else uses the key. 0 where it says nothing.
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
