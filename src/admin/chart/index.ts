import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DayCount } from '../stats.ts';
import { type ChartWords, drawChart } from './draw.ts';

export type { ChartWords } from './draw.ts';

/** Timeout for rendering, in milliseconds. */
const TIMEOUT = 20_000;

/**
 * Renders joins and ends by day as a PNG. A worker thread does it, so that rendering doesn't delay interactions and the
 * renderer's 2.5 MB of WebAssembly are freed afterwards.
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
    throw new TypeError('The renderer did not produce an image.');
  } finally {
    await renderer.terminate();
  }
}
