import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import Type from 'typebox';
import Value from 'typebox/value';
import { expect, onTestFinished, test } from 'vitest';
import { dataDirForThisTest } from '../support/data-dir.ts';
import { userOf } from '../support/journey.ts';
import { freePort } from '../support/ports.ts';
import { startProcess } from '../support/process.ts';
import { waitUntil } from '../support/wait.ts';

const API_KEY = 'key_for_the_test_of_traces';

const Line = Type.Object({ msg: Type.String(), trace: Type.Optional(Type.String()) });

/** Stands for an OpenTelemetry collector. @returns its address, and all that it was sent */
async function startCollector() {
  const sent: { path: string | undefined; body: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    sent.push({ path: request.url, body: await buffer(request) });
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { endpoint: `http://127.0.0.1:${address.port}`, sent };
}

test('one id leads from the webhook to the role, in the log and at the collector', async () => {
  const { endpoint, sent } = await startCollector();
  const port = await freePort();
  const running = startProcess({
    PORT: String(port),
    DATA_DIR: await dataDirForThisTest(),
    LOG_LEVEL: 'info',
    COMMERCE_API_KEY: API_KEY,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  });
  await running.printed('Rolekeeper is running');
  const user = userOf(`http://127.0.0.1:${port}`, API_KEY);
  const [person, [plan]] = [(await user.people()).at(-1), await user.plans()];
  await user.buy(plan?.direct_link ?? '', person?.id ?? '');
  await user.hasRole(person?.id ?? '', 'Supporter');
  await running.printed('role grant');
  const collected = () => Buffer.concat(sent.map(({ body }) => body));
  await waitUntil(() => collected().includes('access.member-changed'));
  expect(await running.end('SIGTERM')).toBe(0);

  const lines = running
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => Value.Parse(Line, JSON.parse(line)));
  const traceOf = (message: string) => lines.find(({ msg }) => msg === message)?.trace;
  expect(traceOf('role grant')).toMatch(/^[0-9a-f]{32}$/);
  const received = lines.filter(({ msg }) => msg === 'webhook received').map(({ trace }) => trace);
  expect(received).toContain(traceOf('role grant'));
  expect(new Set(received).size).toBe(received.length);

  const spans = collected();
  expect(new Set(sent.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
  expect(spans.includes(Buffer.from(traceOf('role grant') ?? '', 'hex'))).toBe(true);
  for (const name of [
    'webhook',
    'access.member-changed',
    'GET /memberships/:id',
    'GET /guilds/:id/members/:id',
  ])
    expect(spans.includes(name), name).toBe(true);
  expect(spans.includes(API_KEY)).toBe(false);
});
