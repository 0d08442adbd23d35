import Type from 'typebox';
import Value from 'typebox/value';
import { Prisma, type Transaction } from '../../database/index.ts';
import { notifyWorkers } from '../deliveries/notify.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import { type EventName, twinOf } from './event-names.ts';

/** A complete resource in its current state. */
type Resource = Prisma.InputJsonObject & { readonly id: string };

/** An event to write, for a resource that has just changed. */
export interface Happening extends Omit<Happenings, 'resources'> {
  readonly data: Resource;
}

/** Events of the same kind to write, one for each of the resources. */
export interface Happenings {
  readonly accountId: string;
  readonly name: EventName;
  readonly resources: readonly Resource[];
  /** Time of the events: now by default, earlier if the change was due before. */
  readonly at?: Date;
  /** Whether all other events are delivered first, because nobody waits for these; `isClaimed` by default. */
  readonly isBulk?: boolean;
}

/**
 * Writes an event, and a delivery to each subscribed endpoint, in the transaction of the change. The event therefore
 * exists and is delivered if and only if the change commits. Also writes the event's `app_` counterpart, if an endpoint
 * has subscribed to that by name.
 */
export const emit = (
  service: Service,
  transaction: Transaction,
  { data, ...happening }: Happening,
): Promise<void> => emitAll(service, transaction, { ...happening, resources: [data] });

/** Writes events as `emit` does, in a few statements, however many there are. */
export async function emitAll(
  service: Service,
  transaction: Transaction,
  happenings: Happenings,
): Promise<void> {
  const { accountId, name, resources } = happenings;
  if (resources.length === 0) return;
  const twin = twinOf(name);
  const endpoints = await listeners(transaction, accountId, twin === undefined ? [name] : [name, twin]);
  const own = endpoints.filter(({ events }) => events.length === 0 || events.includes(name));
  await write(service, transaction, happenings, idsOf(own));
  if (twin === undefined) return;
  const apps = endpoints.filter(({ events }) => events.includes(twin));
  if (apps.length > 0) await write(service, transaction, { ...happenings, name: twin }, idsOf(apps));
}

/** Writes events for these endpoints only, in this order. Returns the deliveries' ids. */
export async function write(
  service: Service,
  transaction: Transaction,
  { accountId, name, resources, at = service.clock.now(), isBulk }: Happenings,
  webhookIds: readonly string[],
): Promise<readonly string[]> {
  const now = service.clock.now();
  const events = resources.map((data) => ({
    id: newId(service.clock, 'event'),
    accountId,
    name,
    subjectId: data.id,
    data,
    occurredAt: at,
    createdAt: now,
  }));
  await transaction.event.createMany({ data: events });
  const deliveries = events.flatMap(({ id: eventId, data }) =>
    webhookIds.map((webhookId) => ({
      id: newId(service.clock, 'delivery'),
      eventId,
      webhookId,
      orderingKey: orderingKeyOf(data),
      isBulk: isBulk ?? isClaimed(data),
      status: 'pending' as const,
      attempts: 0,
      createdAt: now,
      nextAttemptAt: now,
    })),
  );
  if (deliveries.length > 0) {
    await hurry(transaction, deliveries);
    await transaction.delivery.createMany({ data: deliveries });
    await notifyWorkers(transaction);
  }
  return deliveries.map(({ id }) => id);
}

/** Returns the ordering key: events of a membership, its payments and its refunds are delivered in order. */
const orderingKeyOf = ({ id, membership }: Resource): string =>
  typeof membership === 'string' ? membership : id;

/** Whether a resource is an unpaid membership without a proven chat account: anybody can have many, for any account. */
const isClaimed = ({ paid, buyer_verified, community_chat }: Resource): boolean =>
  paid === false && (buyer_verified === false || !Value.Check(Proven, community_chat));

const Proven = Type.Object({ verified: Type.Literal(true) });

type NewDelivery = Pick<
  Prisma.DeliveryCreateManyInput,
  'webhookId' | 'orderingKey' | 'isBulk' | 'eventId' | 'id'
>;

/** Lets deliveries that new ones have to wait for, in the order of their key, go as early as these. */
async function hurry(transaction: Transaction, deliveries: readonly NewDelivery[]): Promise<void> {
  const early = deliveries.filter(({ isBulk }) => !isBulk);
  if (early.length === 0) return;
  const endpoints = early.map(({ webhookId }) => webhookId);
  const keys = early.map(({ orderingKey }) => orderingKey);
  // A claimed one is under way already. Leaving it out prevents a deadlock with the worker that records its outcome.
  await transaction.$executeRaw(Prisma.sql`
    UPDATE commerce.deliveries d SET is_bulk = false
    FROM unnest(${endpoints}::text[], ${keys}::text[]) AS later(webhook_id, ordering_key)
    WHERE d.webhook_id = later.webhook_id AND d.ordering_key = later.ordering_key
      AND d.status = 'pending' AND d.attempts = 0 AND d.is_bulk AND d.claimed_until IS NULL`);
}

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
