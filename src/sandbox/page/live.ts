import type { ServerResponse } from 'node:http';

/** Pages that are open and want to be told of changes. */
export interface LivePages {
  /** Sends the present view, and then each new one. */
  add(response: ServerResponse): void;
  /** Something changed. Changes that follow at once are told together. */
  changed(): void;
  close(): void;
}

/** https://html.spec.whatwg.org/multipage/server-sent-events.html */
export function openLivePages(view: () => unknown): LivePages {
  const pages = new Set<ServerResponse>();
  let isScheduled = false;
  const message = () => `data: ${JSON.stringify(view())}\n\n`;

  return {
    add(response) {
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        // A proxy that buffers would hold the events back.
        'x-accel-buffering': 'no',
      });
      response.on('error', () => pages.delete(response));
      response.on('close', () => pages.delete(response));
      // Browsers wait this long before they come back after a restart.
      response.write(`retry: 1000\n${message()}`);
      pages.add(response);
    },
    changed() {
      if (isScheduled || pages.size === 0) return;
      isScheduled = true;
      setImmediate(() => {
        isScheduled = false;
        const text = message();
        for (const page of pages) page.write(text);
      });
    },
    close() {
      for (const page of pages) page.end();
      pages.clear();
    },
  };
}
