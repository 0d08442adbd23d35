import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import reference from '@scalar/fastify-api-reference';
import fastify from 'fastify';

// A thread of its own: packs the program of the API reference. The library gives it to a server only, so there is
// one that nobody can reach.
const app = fastify();
await app.register(reference, { routePrefix: '/', configuration: { url: '/openapi.json' } });
const { body, statusCode } = await app.inject('/js/scalar.js');
if (statusCode !== 200) throw new Error(`The API reference answers ${statusCode} for its program.`);
const start = await readFile(new URL('./start-reference.js', import.meta.url), 'utf8');
parentPort?.postMessage(gzipSync(`${body}\n${start}`));
