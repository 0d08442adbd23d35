import { Prisma, type Transaction } from '../../database/index.ts';
import { notifyWorkers } from '../deliveries/notify.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import { type EventName, twinOf } from './event-names.ts';

/** An event to write, for a resource that has just changed. */
export interface Happening {
  readonly accountId: string;
  readonly name: EventName;
  /** The complete resource in its current state. */
  readonly data: Prisma.InputJsonObject & { readonly id: string };
  /** Time of the event: now by default, earlier if the change was due before. */
  readonly at?: Date;
}

/**
 * Writes an event, and a delivery to each subscribed endpoint, in the transaction of the change. The event therefore
 * exists and is delivered if and only if the change commits. Also writes the event's `app_` counterpart, if an endpoint
 * has subscribed to that by name.
 */
export async function emit(service: Service, transaction: Transaction, happening: Happening): Promise<void> {
  const { accountId, name } = happening;
  const twin = twinOf(name);
  const endpoints = await listeners(transaction, accountId, twin === undefined ? [name] : [name, twin]);
  const own = endpoints.filter(({ events }) => events.length === 0 || events.includes(name));
  await write(service, transaction, happening, idsOf(own));
  if (twin === undefined) return;
  const apps = endpoints.filter(({ events }) => events.includes(twin));
  if (apps.length > 0) await write(service, transaction, { ...happening, name: twin }, idsOf(apps));
}

/** Writes an event for these endpoints only, in this order. Returns the deliveries' ids. */
export async function write(
  service: Service,
  transaction: Transaction,
  { accountId, name, data, at = service.clock.now() }: Happening,
  webhookIds: readonly string[],
): Promise<readonly string[]> {
  const now = service.clock.now();
  const event = await transaction.event.create({
    data: {
      ...{ id: newId(service.clock, 'event'), accountId, name, subjectId: data.id, data },
      ...{ occurredAt: at, createdAt: now },
    },
  });
  const deliveries = webhookIds.map((webhookId) => ({
    id: newId(service.clock, 'delivery'),
    eventId: event.id,
    webhookId,
    orderingKey: orderingKeyOf(data),
    status: 'pending' as const,
    attempts: 0,
    createdAt: now,
    nextAttemptAt: now,
  }));
  if (deliveries.length > 0) {
    await transaction.delivery.createMany({ data: deliveries });
    await notifyWorkers(transaction);
  }
  return deliveries.map(({ id }) => id);
}

/** Returns the ordering key: events of a membership, its payments and its refunds are delivered in order. */
const orderingKeyOf = ({ id, membership }: Happening['data']): string =>
  typeof membership === 'string' ? membership : id;

interface Listener {
  readonly id: string;
  /** Subscribed events; empty for all events except the `app_` ones. */
  readonly events: readonly string[];
}

const idsOf = (endpoints: readonly Listener[]): readonly string[] => endpoints.map(({ id }) => id);

/** Finds subscribed endpoints, oldest first. Locks them, so that none is deleted before its delivery is written. */
const listeners = (
  transaction: Transaction,
  accountId: string,
  names: readonly EventName[],
): Promise<readonly Listener[]> =>
  transaction.$queryRaw<Listener[]>(
    Prisma.sql`SELECT id, events FROM commerce.webhooks WHERE account_id = ${accountId} AND enabled
      AND (cardinality(events) = 0 OR events && ARRAY[${Prisma.join(names)}]) ORDER BY created_at, id FOR KEY SHARE`,
  );
