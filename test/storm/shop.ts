import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pageOf } from '../access/support.ts';

/** A membership as the service answers it. */
export interface Wire {
  readonly id: string;
  readonly valid: boolean;
}

/** A Commerce Service over HTTP that knows memberships, and is not always well. */
export async function openShop() {
  const memberships = new Map<string, Wire>();
  const state = { isAskable: true, failures: 0 };
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const { pathname } = new URL(request.url ?? '', 'http://shop');
    const id = pathname.split('/memberships/')[1];
    if (!state.isAskable) return answer(404, {});
    if (state.failures > 0) {
      state.failures -= 1;
      return answer(500, {});
    }
    if (id === undefined)
      return answer(
        200,
        pageOf(
          1,
          1,
          [...memberships.values()].filter(({ valid }) => valid),
        ),
      );
    const found = memberships.get(id);
    return answer(found ? 200 : 404, found ?? {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    memberships,
    state,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
