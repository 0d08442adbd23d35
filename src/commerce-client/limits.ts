import { gap } from '../access/sync/rate-limiter.ts';
import type { Clock } from '../clock.ts';

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
