import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that systems give to outgoing connections: nobody comes by one of ours by chance. */
const FIRST = 20_000;

/** Each worker has so many of its own, and so many have some. */
const SHARE = 2_000;
const SHARES = 6;

/** The next to be given: what was given a moment ago may not be listened on yet. Two runs at a time begin elsewhere. */
let next = randomInt(SHARE);

/** A port of the loopback interface that nothing uses at the moment. */
export async function freePort(): Promise<number> {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % SHARES;
  for (let tried = 0; tried < SHARE; tried++) {
    const port = FIRST + worker * SHARE + next;
    next = (next + 1) % SHARE;
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
