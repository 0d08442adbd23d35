import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Webhook } from 'standardwebhooks';
import type { Clock } from '../../clock.ts';
import type { PrismaClient } from '../../database/index.ts';
import { failed, type Judged, ok } from './finding.ts';

/** An event that nothing knows, and which therefore causes nothing. */
export const TEST_EVENT = 'rolekeeper_test_delivery';

export interface DeliveryDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  /** Where the Commerce Service delivers to: our intake's public address. */
  readonly intakeUrl: string;
  /** What signs webhooks, now. */
  readonly webhookSecret: string;
}

/**
 * Sends ourselves a signed delivery by the way that the Commerce Service's take, and looks whether it has come
 * in. It leaves nothing behind.
 */
export async function testDelivery(deps: DeliveryDeps, signal: AbortSignal): Promise<Judged> {
  const { prisma, intakeUrl: url } = deps;
  const id = `test_${randomUUID()}`;
  const sent = performance.now();
  try {
    const status = await post(deps, id, signal);
    if (status === undefined) return failed({ code: 'DELIVERY_UNREACHABLE', url });
    const { count } = await prisma.inboxEvent.deleteMany({ where: { id } });
    if (status === 503) return failed({ code: 'DELIVERY_NOT_STORED', url });
    if (status < 200 || status > 299) return failed({ code: 'DELIVERY_REFUSED', url, status });
    if (count === 0) return failed({ code: 'DELIVERY_ELSEWHERE', url });
    return ok({ code: 'DELIVERY_SEEN', milliseconds: Math.round(performance.now() - sent) });
  } finally {
    // It may have come in although no answer came back.
    await prisma.inboxEvent.deleteMany({ where: { id } });
  }
}

/** @returns the status of the answer; undefined where there was none */
async function post(
  { clock, intakeUrl, webhookSecret }: DeliveryDeps,
  id: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const now = clock.now();
  const body = JSON.stringify({ id, type: TEST_EVENT, timestamp: now.toISOString(), data: {} });
  const isEncoded = webhookSecret.startsWith('whsec_');
  const signer = new Webhook(webhookSecret, isEncoded ? {} : { format: 'raw' });
  try {
    const response = await fetch(intakeUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signer.sign(id, now, body),
      },
      body,
      redirect: 'manual',
      signal,
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}
