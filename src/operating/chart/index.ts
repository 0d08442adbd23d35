import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DayCount } from '../stats.ts';
import { type ChartWords, drawChart } from './draw.ts';

export type { ChartWords } from './draw.ts';

/** How long a picture may take, in milliseconds. */
const TIMEOUT = 20_000;

/**
 * The joins and ends of some days as a PNG. A thread of its own renders it, so that nobody waits meanwhile who
 * presses a button; the renderer's 2.5 MB of WebAssembly go with it.
 */
export async function chartPng(
  days: readonly DayCount[],
  words: ChartWords,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const renderer = new Worker(new URL('render.ts', import.meta.url), { workerData: drawChart(days, words) });
  try {
    const [png]: unknown[] = await once(renderer, 'message', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    });
    if (png instanceof Uint8Array) return png;
    throw new TypeError('The renderer made something else than a picture.');
  } finally {
    await renderer.terminate();
  }
}
