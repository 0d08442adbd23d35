import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { onTestFinished } from 'vitest';

/** Somebody else's server. @returns its address */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

/** An answer that never ends. @returns how many bytes were taken, once whoever asked has gone */
export async function answerEndlessly(response: ServerResponse): Promise<number> {
  const chunk = Buffer.alloc(16_384, ' ');
  let sent = 0;
  const chunks = function* () {
    for (;;) {
      sent += chunk.byteLength;
      yield chunk;
    }
  };
  await pipeline(Readable.from(chunks()), response).catch(() => undefined);
  return sent;
}
