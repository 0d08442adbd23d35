import type { ServerResponse } from 'node:http';
import { networkOf } from '../../network/hosts.ts';

/** The content of a page, with the time of the community's clock. */
type View = { readonly now: string } | undefined;

export interface LivePages {
  /** Whether another page may be opened from this client address. */
  hasRoomFor(ip: string): boolean;
  add(response: ServerResponse, ip: string, view: () => View): void;
  /** Sends the new views after a short delay, so that changes in quick succession are sent together. */
  changed(): void;
  close(): void;
}

/** Interval of heartbeats, in milliseconds. The page's script reconnects after 25 s of silence (see `live.js`). */
const HEARTBEAT = 10_000;

/** Most open pages: of all clients, and of one network (an IPv4 address, an IPv6 /64). Each change renders all. */
const MOST = { inAll: 100, ofOneNetwork: 30 };

/** Time in which changes are gathered into one update, in milliseconds. */
const GATHER = 30;

interface Page {
  readonly response: ServerResponse;
  readonly network: string;
  readonly view: () => View;
  /** The view sent last, without its time. Unchanged views aren't sent again. */
  told: string;
}

/** Opens the event streams: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export function openLivePages(heartbeat = HEARTBEAT): LivePages {
  const pages = new Set<Page>();
  let timer: NodeJS.Timeout | undefined;
  // A broken connection can look open to both ends, so pages detect it by missing heartbeats.
  const beating = setInterval(() => {
    for (const { response } of pages)
      if (!response.writableNeedDrain) response.write('event: heartbeat\ndata:\n\n');
  }, heartbeat);

  const tell = (page: Page) => {
    // A slow page gets the newest view once it has caught up, so that nothing piles up here.
    if (page.response.writableNeedDrain) return;
    const view = page.view();
    if (!view) return;
    const text = JSON.stringify({ ...view, now: undefined });
    if (text !== page.told) page.response.write(`data: ${JSON.stringify(view)}\n\n`);
    page.told = text;
  };

  return {
    hasRoomFor(ip) {
      const network = networkOf(ip);
      const own = [...pages].filter((page) => page.network === network);
      return pages.size < MOST.inAll && own.length < MOST.ofOneNetwork;
    },
    add(response, ip, view) {
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        // Prevents buffering proxies from delaying events.
        'x-accel-buffering': 'no',
      });
      const page: Page = { response, network: networkOf(ip), view, told: '' };
      response.on('drain', () => tell(page));
      response.on('error', () => pages.delete(page));
      response.on('close', () => pages.delete(page));
      // Delay before browsers reconnect after a restart, in milliseconds.
      response.write('retry: 1000\n');
      tell(page);
      pages.add(page);
    },
    changed() {
      if (timer || pages.size === 0) return;
      timer = setTimeout(() => {
        timer = undefined;
        for (const page of pages) tell(page);
      }, GATHER);
    },
    close() {
      clearTimeout(timer);
      clearInterval(beating);
      for (const { response } of pages) response.end();
      pages.clear();
    },
  };
}
