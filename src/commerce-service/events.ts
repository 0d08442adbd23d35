import { Prisma, type Transaction } from '../database/index.ts';
import { notifyWorkers } from './deliveries/notify.ts';
import { type EventName, twinOf } from './event-names.ts';
import { newId } from './ids.ts';
import type { Service } from './service.ts';

/** Something that has just happened to a resource. */
export interface Happening {
  readonly accountId: string;
  readonly name: EventName;
  /** The resource as it is now, whole. */
  readonly data: Prisma.InputJsonObject & { readonly id: string };
  /** When it happened; now, unless it was due before. */
  readonly at?: Date;
}

/**
 * Writes an event, and its way to every endpoint that listens, in the transaction that made it happen: the
 * event exists, and is delivered, if and only if the change does. Where the event has a twin for apps, that
 * is written too if an endpoint has registered for it by name.
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

/** Writes an event for these endpoints alone, in this order. @returns the deliveries' ids */
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

/** What happens to a membership, its payments and refunds is told in order. */
const orderingKeyOf = ({ id, membership }: Happening['data']): string =>
  typeof membership === 'string' ? membership : id;

interface Listener {
  readonly id: string;
  /** What it has registered for; nothing for everything but the twins. */
  readonly events: readonly string[];
}

const idsOf = (endpoints: readonly Listener[]): readonly string[] => endpoints.map(({ id }) => id);

/** Who may have to be told, oldest first. The lock keeps an endpoint from being deleted until it is told. */
const listeners = (
  transaction: Transaction,
  accountId: string,
  names: readonly EventName[],
): Promise<readonly Listener[]> =>
  transaction.$queryRaw<Listener[]>(
    Prisma.sql`SELECT id, events FROM commerce.webhooks WHERE account_id = ${accountId} AND enabled
      AND (cardinality(events) = 0 OR events && ARRAY[${Prisma.join(names)}]) ORDER BY created_at, id FOR KEY SHARE`,
  );
