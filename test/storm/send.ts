import { setTimeout } from 'node:timers/promises';
import { sign } from '../intake/support.ts';

/** An event as it goes over the wire. */
export interface Sent {
  readonly id: string;
  readonly body: string;
}

/** How soon one is sent again that was not taken, and how long an answer is waited for, in milliseconds. */
const AGAIN = 100;
const PATIENCE = 10_000;

let turn = 0;

/** The headers with which an event is sent. */
export const headersOf = ({ id, body }: Sent, at: Date) => ({
  'content-type': 'application/json',
  ...sign(body, { id, at }),
});

/**
 * Sends an event until it is acknowledged, and never again; of several addresses to each in turn, as a balancer does.
 * @returns how long the answer took that acknowledged it, in milliseconds
 */
export async function sendUntilTaken(urls: readonly string[], sent: Sent): Promise<number> {
  for (let attempt = turn++; ; attempt++) {
    const url = urls[attempt % urls.length] ?? '';
    const begun = performance.now();
    const signal = AbortSignal.timeout(PATIENCE);
    const { body } = sent;
    const headers = headersOf(sent, new Date());
    const status = await fetch(url, { method: 'POST', headers, body, signal }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => undefined,
    );
    if (status === 200) return performance.now() - begun;
    await setTimeout(AGAIN);
  }
}
