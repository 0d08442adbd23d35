import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createCommerceService } from '../../../src/commerce-service/index.ts';
import { buildApp } from '../../../src/http/app.ts';
import { databaseForThisTest } from '../../support/database.ts';

const FORM = 'application/x-www-form-urlencoded';

test('a client that leaves in the middle of a body is not taken for a database out of reach', async () => {
  const logged: string[] = [];
  const log = pino({ level: 'warn', base: null }, { write: (line: string) => void logged.push(line) });
  const { prisma } = await databaseForThisTest();
  const app = buildApp({ log });
  const answers: number[] = [];
  // The answer reaches nobody, so `onResponse` isn't called.
  app.addHook('onSend', async (_request, { statusCode }) => void answers.push(statusCode));
  const service = createCommerceService({
    prisma,
    clock: { now: () => new Date() },
    log,
    publicUrl: 'https://shop.test',
    isAlone: false,
    send: async () => undefined,
  });
  await app.register(service.routes);
  const { hostname, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  for (const path of ['/checkout/plan_1', '/memberships/mem_1/cancel', '/oauth/sign-in', '/v5/oauth/token']) {
    const before = answers.length;
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: shop\r\ncontent-type: ${FORM}\r\ncontent-length: 100\r\n\r\nemail=`,
    );
    // The server has begun to read the body once it has answered a later request.
    await fetch(`http://${hostname}:${port}/nothing`);
    socket.destroy();
    await expect.poll(() => answers.length).toBe(before + 2);
  }
  await app.close();
  expect(logged).toEqual([]);
  expect(answers.filter((status) => status >= 500)).toEqual([]);
});
