import { createServer, request, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** What a request is answered instead of by the service: an answer, nothing at all, or half of one. */
export type Illness =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body: string }
  | 'hang'
  | 'half an answer';

/** Stands before a service, and makes it ill for whoever comes this way. */
export async function openSickbed(service: string) {
  const target = new URL(service);
  const held = new Set<ServerResponse>();
  let illness: Illness | undefined;
  let struck = 0;
  const answer = (response: ServerResponse, ill: Illness) => {
    struck += 1;
    if (ill === 'hang') return void held.add(response);
    if (ill === 'half an answer') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 500 });
      return void response.write('{"id":', () => response.destroy());
    }
    response.writeHead(ill.status, ill.headers).end(ill.body);
  };
  const server = createServer((incoming, response) => {
    if (illness) return answer(response, illness);
    const { method, url, headers } = incoming;
    const outgoing = request({ host: target.hostname, port: target.port, method, path: url, headers });
    outgoing.on('response', (got) => {
      response.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** From now on all are answered like this. */
    fallIll(ill: Illness) {
      illness = ill;
      struck = 0;
    },
    /** How many have been, since it fell ill. */
    struck: () => struck,
    heal() {
      illness = undefined;
      for (const response of held) response.destroy();
      held.clear();
    },
  };
}
