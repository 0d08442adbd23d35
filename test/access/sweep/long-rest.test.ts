import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guildSweep } from '../../../src/access/queue/queues.ts';
import { refreshAndSweep } from '../../../src/access/sweep/run-sweeps.ts';
import { systemClock } from '../../../src/clock.ts';
import { createCommerceClient } from '../../../src/commerce-client/index.ts';
import type { Database } from '../../../src/database/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startEngine } from '../engine.ts';

const server = createServer((_, response) => {
  response.writeHead(429, { 'retry-after': '3600', 'content-type': 'application/json' }).end('{}');
});
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await database.close();
});

test('a service that asks for an hour of rest stops no sweep, which then only grants', async () => {
  const { deps, guildId, role, map, sent, signal } = await startEngine(database);
  await map(role('Supporter'), 'plan_a');
  const { port } = server.address() as AddressInfo;
  const service = { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'key_1', clock: systemClock };
  const commerce = createCommerceClient(service);
  const rest = { aliases: new Map(), guildIds: [guildId], isAlone: true };
  await refreshAndSweep({ ...deps, ...rest, commerce }, {}, signal);
  expect(sent(guildSweep)).toEqual([{ guildId, mayTake: false }]);
});
