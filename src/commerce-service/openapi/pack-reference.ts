import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import reference from '@scalar/fastify-api-reference';
import fastify from 'fastify';

// Runs in a worker thread and packs the script of the API reference. The library provides the script only through a
// server, so this one never listens.
const app = fastify();
await app.register(reference, { routePrefix: '/', configuration: { url: '/openapi.json' } });
const { body, statusCode } = await app.inject('/js/scalar.js');
if (statusCode !== 200) throw new Error(`The API reference answered ${statusCode} for its script.`);
const start = await readFile(new URL('./start-reference.js', import.meta.url), 'utf8');
parentPort?.postMessage(gzipSync(`${body}\n${start}`));
