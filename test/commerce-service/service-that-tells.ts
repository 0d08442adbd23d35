import { onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../../src/clock.ts';
import { createCommerceService } from '../../src/commerce-service/index.ts';
import { buildApp } from '../../src/http/app.ts';
import { quietLog } from '../support/log.ts';
import { databaseThatTells } from '../support/queries.ts';

const API_KEY = 'key_for-the-tests-of-statements';

/** A Commerce Service for this test, with its API key, that tells of every statement that it sends. */
export async function serviceThatTells(clock: Clock = systemClock) {
  const { prisma, statements } = await databaseThatTells();
  const app = buildApp({ log: quietLog });
  const service = createCommerceService({
    prisma,
    clock,
    log: quietLog,
    publicUrl: 'https://shop.test',
    send: async () => undefined,
    privateHosts: ['127.0.0.1'],
  });
  await app.register(service.routes);
  await service.prepare({ apiKey: API_KEY });
  onTestFinished(() => app.close());
  return { prisma, statements, app, apiKey: API_KEY };
}
