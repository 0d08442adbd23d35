import type { Prisma, Transaction } from '../database/index.ts';
import { deliverQueue } from './deliveries.ts';
import type { EventName } from './event-names.ts';
import { newId } from './ids.ts';
import type { Service } from './service.ts';

/** Something that has just happened to a resource. */
export interface Happening {
  readonly accountId: string;
  readonly name: EventName;
  /** The resource as it is now, whole. */
  readonly data: Prisma.InputJsonObject & { readonly id: string };
}

/**
 * Writes an event, and its way to every endpoint that listens, in the transaction that made it happen: the
 * event exists, and is delivered, if and only if the change does.
 */
export async function emit(service: Service, transaction: Transaction, happening: Happening): Promise<void> {
  const { accountId, name, data } = happening;
  const now = service.clock.now();
  const endpoints = await transaction.webhook.findMany({
    where: { accountId, enabled: true, OR: [{ events: { isEmpty: true } }, { events: { has: name } }] },
    select: { id: true },
    orderBy: { createdAt: 'asc' },
  });
  const event = await transaction.event.create({
    data: { id: newId(service.clock, 'event'), accountId, name, subjectId: data.id, data, occurredAt: now },
  });
  const deliveries = endpoints.map((endpoint) => ({
    id: newId(service.clock, 'delivery'),
    eventId: event.id,
    webhookId: endpoint.id,
    status: 'pending' as const,
    attempts: 0,
    createdAt: now,
  }));
  await transaction.delivery.createMany({ data: deliveries });
  for (const { id, webhookId } of deliveries)
    await service.send(deliverQueue, { delivery_id: id, attempt: 1 }, { transaction, group: webhookId });
}
