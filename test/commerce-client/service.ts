import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createCommerceClient } from '../../src/commerce-client/index.ts';

export const NOON = new Date('2026-11-21T12:00:00Z');

/** An answer of the service; `dropped` closes the connection, `silent` never answers. */
export type Reply =
  | { status?: number; body?: unknown; headers?: Record<string, string> }
  | 'dropped'
  | 'silent';

/** Starts a service with the given answers and a client for it, and records the requests. */
export async function clientOf(
  answer: (path: string, n: number, body: unknown) => Reply,
  aliases = new Map<string, string>(),
  timeout = 10_000,
) {
  const asked: string[] = [];
  const sent: unknown[] = [];
  const keys = new Set<string | undefined>();
  const service = createServer(async (request, response) => {
    const path = request.url ?? '';
    keys.add(request.headers.authorization);
    let text = '';
    for await (const chunk of request) text += chunk;
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    if (body !== undefined) sent.push(body);
    const reply = answer(path, asked.push(path) - 1, body);
    if (reply === 'dropped') request.socket.destroy();
    if (typeof reply === 'string') return;
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    service.closeAllConnections();
    service.close();
  });
  const clock = { time: NOON.getTime(), now: () => new Date(clock.time) };
  const { port } = service.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const client = createCommerceClient({ baseUrl, apiKey: 'key_1', clock, aliases, timeout });
  return { baseUrl, asked, sent, keys, clock, client };
}

/** A membership in the format of the service. */
export const flat = {
  id: 'mem_1',
  product: 'prod_1',
  plan: 'plan_1',
  user: 'user_1',
  status: 'active',
  valid: true,
  community_chat: { id: '440832553390155656', username: 'ada', image_url: null },
  expires_at: 1_800_000_000,
  renewal_period_end: 1_790_000_000,
};

export const plan = (id: string, others: object = {}) => ({
  id,
  product: { id: 'prod_1', name: 'Club' },
  plan_type: 'one_time',
  visibility: 'visible',
  direct_link: `https://shop.test/checkout/${id}`,
  initial_price: 5,
  renewal_price: 0,
  base_currency: 'usd',
  internal_notes: `The ${id}`,
  ...others,
});

export const page = (number: number, of: number, ...ids: string[]) =>
  listOf(
    number,
    of,
    ids.map((id) => ({ ...flat, id })),
  );

export const listOf = (number: number, of: number, data: readonly object[]) => ({
  body: { pagination: { current_page: number, total_page: of, total_count: data.length }, data },
});
