import type { ServerResponse } from 'node:http';

/** What a page shows, at a time of the community's clock. */
type View = { readonly now: string } | undefined;

/** Pages that are open and want to be told of changes. */
export interface LivePages {
  /** Sends the present view, and then each new one. */
  add(response: ServerResponse, view: () => View): void;
  /** Something changed. Changes that follow at once are told together. */
  changed(): void;
  close(): void;
}

/** How often a page is let hear that its stream lives, in milliseconds; its script waits for two of them. */
const HEARTBEAT = 10_000;

/** Changes within so many milliseconds are told together. */
const GATHER = 30;

interface Page {
  readonly response: ServerResponse;
  readonly view: () => View;
  /** What was sent last, but for its time: what doesn't concern this page's person isn't told to it. */
  told: string;
}

/** https://html.spec.whatwg.org/multipage/server-sent-events.html */
export function openLivePages(heartbeat = HEARTBEAT): LivePages {
  const pages = new Set<Page>();
  let timer: NodeJS.Timeout | undefined;
  // A connection that died on the way looks open at both its ends: only silence tells.
  const beating = setInterval(() => {
    for (const { response } of pages)
      if (!response.writableNeedDrain) response.write('event: heartbeat\ndata:\n\n');
  }, heartbeat);

  const tell = (page: Page) => {
    // A page that doesn't keep up gets the newest view once it does, and nothing piles up here.
    if (page.response.writableNeedDrain) return;
    const view = page.view();
    if (!view) return;
    const text = JSON.stringify({ ...view, now: undefined });
    if (text !== page.told) page.response.write(`data: ${JSON.stringify(view)}\n\n`);
    page.told = text;
  };

  return {
    add(response, view) {
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        // A proxy that buffers would hold the events back.
        'x-accel-buffering': 'no',
      });
      const page: Page = { response, view, told: '' };
      response.on('drain', () => tell(page));
      response.on('error', () => pages.delete(page));
      response.on('close', () => pages.delete(page));
      // Browsers wait this long before they come back after a restart.
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
