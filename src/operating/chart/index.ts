import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { DayCount } from '../stats.ts';
import { type ChartWords, drawChart, SIZE } from './draw.ts';

export type { ChartWords } from './draw.ts';

/** Pixels of the picture to one of the drawing, so that it is sharp on phones. */
const SCALE = 1.5;

/**
 * The joins and ends of some days as a PNG. The renderer is loaded with the first picture: it is 2.5 MB of
 * WebAssembly that most processes never need.
 */
export async function chartPng(days: readonly DayCount[], words: ChartWords): Promise<Uint8Array> {
  loading ??= load().catch((error) => {
    loading = undefined;
    throw error;
  });
  const { Resvg, font } = await loading;
  const resvg = new Resvg(drawChart(days, words), {
    font: { fontBuffers: [font], defaultFontFamily: 'Inter' },
    fitTo: { mode: 'width', value: Math.round(SIZE.width * SCALE) },
  });
  const image = resvg.render();
  try {
    return image.asPng();
  } finally {
    image.free();
    resvg.free();
  }
}

let loading: ReturnType<typeof load> | undefined;

async function load() {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
  const wasm = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm');
  const font = await readFile(join(import.meta.dirname, 'inter-latin.ttf'));
  await initWasm(await readFile(wasm));
  return { Resvg, font };
}
