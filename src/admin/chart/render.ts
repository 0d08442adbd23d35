/** Worker thread: reads an SVG from `workerData` and posts a PNG. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

/** Width of the image in pixels: 1.5 times the drawing's width, to be sharp on phones. */
const WIDTH = 1140;

const wasm = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm');
const font = await readFile(join(import.meta.dirname, 'inter-latin.ttf'));
await initWasm(await readFile(wasm));
const resvg = new Resvg(String(workerData), {
  font: { fontBuffers: [font], defaultFontFamily: 'Inter' },
  fitTo: { mode: 'width', value: WIDTH },
});
parentPort?.postMessage(resvg.render().asPng());
