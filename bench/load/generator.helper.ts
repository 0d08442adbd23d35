import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import { answer } from '../helper.ts';
import { percentile } from '../spread.ts';
import { type Answers, type Kind, Load } from './load.ts';
import { sign } from './sign.ts';

// Sends requests that are prepared and signed before the measurement, so that it costs little CPU beside the server.
answer(Load, async (load): Promise<Answers> => {
  const requests = prepare(load.kind, load.count);
  const pool = new Pool(load.url, { connections: load.connections, pipelining: 1 });
  await Promise.all(Array.from({ length: load.connections }, () => dispatch(pool, CONNECT)));
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const send = async (request: Request, due: number) => {
    const status = await dispatch(pool, request);
    latencies.push(performance.now() - due);
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const begun = performance.now();
  if (load.rate === undefined) await sendInTurn(requests, load.connections, send);
  else await sendAtRate(requests, load.rate, send);
  const seconds = (performance.now() - begun) / 1000;
  await pool.close();
  latencies.sort((a, b) => a - b);
  return {
    perSecond: load.count / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    statuses,
  };
});

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Send = (request: Request, due: number) => Promise<void>;

/** A request that opens a connection, whether its path exists or not. */
const CONNECT: Request = { method: 'GET', path: '/healthz', headers: {} };

function prepare({ secret, ...kind }: Kind, count: number): readonly Request[] {
  const run = randomUUID();
  return Array.from({ length: count }, (_, n) => {
    const id = `${run}-${n}`;
    const body = kind.body?.replaceAll('{n}', id);
    const signed = secret === undefined || body === undefined ? {} : sign(secret, id, body, new Date());
    return {
      method: kind.method,
      path: kind.path.replaceAll('{n}', id),
      headers: { ...kind.headers, ...signed },
      ...(body !== undefined && { body }),
    };
  });
}

/** Lets each connection send its next request after the response to the last one. */
async function sendInTurn(requests: readonly Request[], connections: number, send: Send): Promise<void> {
  const left = requests.values();
  const work = async () => {
    for (const request of left) await send(request, performance.now());
  };
  await Promise.all(Array.from({ length: connections }, work));
}

/** Sends requests at random times, like independent clients, without waiting for responses. */
async function sendAtRate(requests: readonly Request[], rate: number, send: Send): Promise<void> {
  const sent: Promise<void>[] = [];
  let due = performance.now();
  for (const request of requests) {
    due += (-Math.log(1 - Math.random()) / rate) * 1000;
    const wait = due - performance.now();
    if (wait > 1) await setTimeout(wait - 1);
    sent.push(send(request, due));
  }
  await Promise.all(sent);
}

/** Sends a request. @returns the response's status, once its body is complete */
function dispatch(pool: Pool, { method, path, headers, body }: Request): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0;
    pool.dispatch(
      { method, path, headers, body: body ?? null },
      {
        onConnect: () => undefined,
        onHeaders(statusCode) {
          status = statusCode;
          return true;
        },
        onData: () => true,
        onComplete: () => resolve(status),
        onError: reject,
      },
    );
  });
}
