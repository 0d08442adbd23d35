import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Webhook } from 'standardwebhooks';
import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';
import { failed, type Judged, ok } from './finding.ts';

/** An event name that no handler knows, so that the event has no effect. */
export const TEST_EVENT = 'rolekeeper_test_delivery';

export interface DeliveryDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  /** Public URL of our intake, to which the Commerce Service delivers. */
  readonly intakeUrl: string;
  readonly webhookSecret: string;
}

/** Sends a signed delivery to our public URL, checks that it reached the inbox, and removes it there. */
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
    // The event may have been stored even if no response arrived.
    await prisma.inboxEvent.deleteMany({ where: { id } });
  }
}

/** @returns the response status; undefined without a response */
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
