import type { Clock } from '../clock.ts';

/** https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans */
const LIMIT = 10_000;
const WINDOW = 10 * 60 * 1000;

/** Counts refused requests per address. An address over the limit is banned for the rest of its ten-minute window. */
export interface InvalidRequests {
  /** Remaining ban in seconds; 0 if the address isn't banned. */
  bannedFor(address: string): number;
  /** Counts an answer. 429 counts too, unless its rate limit is shared. */
  answered(address: string, status: number, isShared: boolean): void;
}

export function createInvalidRequests(clock: Clock): InvalidRequests {
  const windows = new Map<string, { readonly end: number; count: number }>();
  const windowOf = (address: string) => {
    const now = clock.now().getTime();
    const known = windows.get(address);
    return known && known.end > now ? known : { end: now + WINDOW, count: 0 };
  };
  return {
    bannedFor(address) {
      const { end, count } = windowOf(address);
      return count < LIMIT ? 0 : Math.ceil((end - clock.now().getTime()) / 1000);
    },
    answered(address, status, isShared) {
      const isInvalid = status === 401 || status === 403 || (status === 429 && !isShared);
      if (!isInvalid) return;
      const window = windowOf(address);
      window.count += 1;
      windows.set(address, window);
    },
  };
}
