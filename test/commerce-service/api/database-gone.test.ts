import { PrismaPg } from '@prisma/adapter-pg';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { createCommerceService } from '../../../src/commerce-service/index.ts';
import { PrismaClient } from '../../../src/database/client/client.ts';
import { buildApp } from '../../../src/http/app.ts';
import { quietLog } from '../../support/log.ts';
import { freePort } from '../../support/ports.ts';

/** The service, on a database that nobody answers for. */
async function openWithoutDatabase() {
  const adapter = new PrismaPg({ connectionString: `postgresql://127.0.0.1:${await freePort()}/none` });
  const app = buildApp({ log: quietLog });
  const service = createCommerceService({
    prisma: new PrismaClient({ adapter, errorFormat: 'minimal' }),
    clock: systemClock,
    log: quietLog,
    publicUrl: 'https://shop.test',
    isAlone: false,
    send: async () => undefined,
  });
  await app.register(service.routes);
  return app;
}

const BUYER = { email: 'ann@example.com', card_number: '4242424242424242' };

test('programs are told to come back, in the shape of every other error', async () => {
  const app = await openWithoutDatabase();
  const headers = { authorization: 'Bearer key_of_the_test', accept: 'application/json' };
  for (const asked of [
    { method: 'GET', url: '/api/v2/plans' },
    { method: 'POST', url: '/api/v2/memberships/mem_1/terminate' },
    { method: 'POST', url: '/checkout/plan_1', payload: BUYER },
    {
      method: 'POST',
      url: '/v5/oauth/token',
      payload: { grant_type: 'x', client_id: 'a', client_secret: 'b' },
    },
  ] as const) {
    const { statusCode, headers: said, body } = await app.inject({ ...asked, headers });
    expect([asked.url, statusCode, said['retry-after']]).toEqual([asked.url, 503, '10']);
    expect(JSON.parse(body)).toEqual({
      error: {
        status: 503,
        message: expect.stringMatching(/^The database can't be reached. Try again in 10 s/),
      },
    });
  }
  await app.close();
});

test('people are told to come back, on a page', async () => {
  const app = await openWithoutDatabase();
  const cookie = `session=${'a'.repeat(43)}`;
  const buying = { method: 'POST', url: '/checkout/plan_1', payload: BUYER } as const;
  for (const asked of [
    { method: 'GET', url: '/checkout/plan_1' } as const,
    buying,
    { method: 'GET', url: '/oauth/authorize?client_id=app_1&response_type=code' } as const,
    { method: 'GET', url: '/memberships/mem_1' } as const,
  ]) {
    const { statusCode, headers, body } = await app.inject({
      ...asked,
      headers: { accept: 'text/html', cookie },
    });
    expect([asked.url, statusCode, headers['retry-after']]).toEqual([asked.url, 503, '10']);
    expect(headers['content-type']).toContain('text/html');
    expect(body).toContain('Our database can’t be reached at the moment. Please try again in a minute.');
  }
  await app.close();
});
