import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Which ports serve what begins like this. */
type Routes = readonly { readonly path: string; readonly ports: readonly number[] }[];

/** A balancer as stands before several processes: each request goes to the next one that takes its path. */
export async function openBalancer() {
  let routes: Routes = [];
  let count = 0;
  const pass = (incoming: IncomingMessage, response: ServerResponse) => {
    const { ports = [] } = routes.find(({ path }) => incoming.url?.startsWith(path)) ?? {};
    count += 1;
    const { method, url, headers } = incoming;
    const outgoing = request({
      host: '127.0.0.1',
      port: ports[count % ports.length],
      method,
      path: url,
      headers,
    });
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.writeHead(502).end());
    incoming.pipe(outgoing);
  };
  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${port}`,
    /** The first route that fits counts. */
    route(wanted: Routes) {
      routes = wanted;
    },
  };
}
