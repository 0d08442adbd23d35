import { createServer } from 'node:http';

/** A Commerce Service with memberships only, and with a fault that the test sets. */
export interface Shop {
  readonly url: string;
  readonly memberships: Map<string, object>;
  fault: number | 'silence' | undefined;
  close(): Promise<void>;
}

export async function startShop(): Promise<Shop> {
  const memberships = new Map<string, object>();
  const server = createServer((request, response) => {
    if (shop.fault === 'silence') return;
    const id = /\/memberships\/(\w+)/.exec(request.url ?? '')?.[1] ?? '';
    const found = memberships.get(id);
    const body = request.url?.includes('/memberships?') ? { data: [], pagination: {} } : found;
    const status = shop.fault ?? (body ? 200 : 404);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? body : { error: { message: 'No @everyone.' } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The shop has no address.');
  const shop: Shop = {
    url: `http://127.0.0.1:${address.port}`,
    memberships,
    fault: undefined,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return shop;
}
