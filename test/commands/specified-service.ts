import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const PLAN = {
  id: 'plan_gold',
  plan_type: 'renewal',
  visibility: 'visible',
  internal_notes: 'Gold',
  direct_link: 'https://shop.test/plan_gold',
  base_currency: 'usd',
  initial_price: 0,
  renewal_price: 9,
  product: 'prod_1',
  billing_period: 30,
};

interface Sold {
  readonly plans?: readonly object[];
  readonly promos?: readonly object[];
  readonly webhooks?: readonly object[];
}

/** Starts a Commerce Service with only the eight endpoints of the specification. All other paths return 404. */
export async function startSpecifiedService(sold: Sold = {}) {
  /** Received requests, with the size of the body in bytes. */
  const asked: { readonly request: string; readonly bytes: number }[] = [];
  const list = (...data: readonly object[]) => ({
    pagination: { current_page: 1, total_page: 1, total_count: data.length },
    data,
  });
  const answers: readonly [pattern: RegExp, status: number, answer: (id: string) => object][] = [
    [/^GET \/api\/v2\/plans$/, 200, () => list(...(sold.plans ?? [PLAN]))],
    [/^GET \/api\/v2\/promo_codes$/, 200, () => list(...(sold.promos ?? []))],
    [/^GET \/api\/v2\/webhooks$/, 200, () => list(...(sold.webhooks ?? []))],
    [/^POST \/api\/v2\/webhooks$/, 201, () => ({ id: 'hook_1', enabled: true, url: '', created_at: '0' })],
    [/^POST \/api\/v2\/plans(\/\w+\/create_quick_link)?$/, 201, () => PLAN],
    [/^POST \/api\/v2\/memberships\/(mem_\w+)\/terminate$/, 201, toEnded],
    [/^POST \/v5\/oauth\/token$/, 200, () => ({ access_token: 'token_1' })],
  ];
  const server = createServer(async (message, response) => {
    const request = `${message.method} ${new URL(message.url ?? '', 'http://x').pathname}`;
    asked.push({ request, bytes: await sizeOf(message) });
    for (const [pattern, status, answer] of answers) {
      const match = pattern.exec(request);
      if (!match) continue;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer(match[1] ?? '')));
      return;
    }
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const toEnded = (id: string) => ({
  id,
  product: 'prod_1',
  plan: 'plan_gold',
  user: 'user_1',
  status: 'canceled',
  valid: false,
  email: 'juniper@example.com',
  community_chat: null,
});

async function sizeOf(message: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of message) bytes += chunk.length;
  return bytes;
}
