import type { Static } from 'typebox';
import type { Transaction } from '../../database/index.ts';
import { listOf, type PageRequest, pageOf, readPage } from '../api/pagination.ts';
import { Refusal } from '../api/refusal.ts';
import { type AccountAuthor, audited } from '../audited.ts';
import type { Service } from '../service.ts';
import { write } from '../webhooks/events.ts';
import {
  type Delivery,
  type DeliveryStatus,
  type EventName,
  toDelivery,
  WITH_LOG,
} from '../webhooks/schema.ts';
import { findWebhook, type WebhookKey } from '../webhooks/service.ts';
import { notifyWorkers } from './claim.ts';
import { sampleOf } from './samples.ts';

/** Lists an endpoint's deliveries, newest first, each with its attempts. */
export async function listDeliveries(
  service: Service,
  key: WebhookKey,
  { status, ...page }: PageRequest & { readonly status?: Static<typeof DeliveryStatus> },
) {
  const { id: webhookId } = await findWebhook(service, key);
  const where = { webhookId, ...(status && { status }) };
  const [count, rows] = await readPage(
    page,
    () => service.prisma.delivery.findMany({ where, include: WITH_LOG, ...pageOf(page) }),
    () => service.prisma.delivery.count({ where }),
  );
  return listOf(page, count, rows.map(toDelivery));
}

/**
 * Sends an event to an endpoint again, under the same id. A pending delivery is sent at once.
 * @throws Refusal if there is no such delivery, or its endpoint is disabled
 */
export async function redeliver(
  service: Service,
  key: WebhookKey & AccountAuthor,
  deliveryId: string,
): Promise<Delivery> {
  const webhook = await findWebhook(service, key);
  refuseDisabled(webhook);
  const sendAgain = async (transaction: Transaction): Promise<Delivery> => {
    const where = { id: deliveryId, webhookId: webhook.id };
    const { count } = await transaction.delivery.updateMany({
      where,
      data: { status: 'pending', nextAttemptAt: service.clock.now() },
    });
    if (count === 0) throw new Refusal('not found', `There is no delivery ${deliveryId}.`);
    const row = await transaction.delivery.findUniqueOrThrow({ where, include: WITH_LOG });
    await notifyWorkers(transaction);
    return toDelivery(row);
  };
  const object = { type: 'delivery', id: deliveryId };
  return audited(service, key, sendAgain, () => ({
    action: 'delivery repeated',
    object,
    details: { webhook: webhook.id },
  }));
}

/**
 * Sends an endpoint a test event with sample data, even if it isn't registered for that event.
 * @throws Refusal if there is no such endpoint, or it is disabled
 */
export async function sendTestEvent(
  service: Service,
  key: WebhookKey & AccountAuthor,
  name: EventName,
): Promise<Delivery> {
  const webhook = await findWebhook(service, key);
  refuseDisabled(webhook);
  const send = async (transaction: Transaction): Promise<Delivery> => {
    const data = sampleOf(name, service.clock.now());
    const test = { name, data, isBulk: false, webhookIds: [webhook.id] };
    const [id = ''] = await write(service, transaction, webhook.accountId, [test]);
    return toDelivery(await transaction.delivery.findUniqueOrThrow({ where: { id }, include: WITH_LOG }));
  };
  const object = { type: 'webhook', id: webhook.id };
  return audited(service, key, send, () => ({ action: 'test event sent', object, details: { event: name } }));
}

function refuseDisabled({ enabled }: { readonly enabled: boolean }): void {
  if (!enabled) throw new Refusal('conflict', 'This webhook is switched off. Enable it first.');
}
