import Type from 'typebox';
import Value from 'typebox/value';
import { Prisma, type Transaction } from '../../database/index.ts';
import { CHANNEL } from '../deliveries/claim.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import { type EventName, isOfApps, twinOf } from './schema.ts';

/** A complete resource in its current state. */
type Resource = Prisma.InputJsonObject & { readonly id: string };

/** An event to write, for a resource that has just changed. */
export interface Happening {
  readonly name: EventName;
  readonly data: Resource;
  /** Time of the event: now by default, earlier if the change was due before. */
  readonly at?: Date;
  /** Whether all other events are delivered first, because nobody waits for this one; `isClaimed` by default. */
  readonly isBulk?: boolean;
}

/**
 * Writes an account's events in this order, and a delivery of each to every subscribed endpoint, in the transaction of
 * the change. The events therefore exist and are delivered if and only if the change commits. Also writes an event's
 * `app_` counterpart, if an endpoint has subscribed to that by name. Takes two statements, however many events there are.
 */
export async function emit(
  service: Service,
  transaction: Transaction,
  accountId: string,
  happenings: readonly Happening[],
): Promise<void> {
  if (happenings.length === 0) return;
  const all = happenings.flatMap((happening) => {
    const twin = twinOf(happening.name);
    return twin === undefined ? [happening] : [happening, { ...happening, name: twin }];
  });
  const endpoints = await listeners(transaction, accountId, [...new Set(all.map(({ name }) => name))]);
  const heard = all.map((happening) => ({
    ...happening,
    webhookIds: endpoints.filter(({ events }) => hears(events, happening.name)).map(({ id }) => id),
  }));
  const written = heard.filter(({ name, webhookIds }) => !isOfApps(name) || webhookIds.length > 0);
  await write(service, transaction, accountId, written);
}

/** Whether an endpoint that has subscribed to these events gets this one. Without a list, it gets all but the `app_` ones. */
const hears = (subscribed: readonly string[], name: EventName): boolean =>
  subscribed.includes(name) || (subscribed.length === 0 && !isOfApps(name));

/** Writes events for these endpoints only, in this order. Returns the deliveries' ids. */
export async function write(
  { clock }: Service,
  transaction: Transaction,
  accountId: string,
  happenings: readonly (Happening & { readonly webhookIds: readonly string[] })[],
): Promise<readonly string[]> {
  const now = clock.now();
  const events = happenings.map((happening) => ({ ...happening, id: newId(clock, 'event') }));
  const deliveries = events.flatMap(({ id: eventId, data, webhookIds, isBulk = isClaimed(data) }) =>
    webhookIds.map((webhookId) => ({
      id: newId(clock, 'delivery'),
      eventId,
      webhookId,
      orderingKey: orderingKeyOf(data),
      isBulk,
    })),
  );
  const eventRows = events.map(({ id, name, data, at = now }) => ({
    id,
    name,
    subjectId: data.id,
    occurredAt: at,
    // As a string, so that the database keeps its bytes.
    data: JSON.stringify(data),
  }));
  // Deliveries that new ones have to wait for, in the order of their key, go as early as these. One that is claimed is
  // under way already: leaving it out prevents a deadlock with the worker that records its outcome. Events of one call
  // about one key must be equally urgent, as the statement doesn't see its own deliveries.
  await transaction.$executeRaw(Prisma.sql`
    WITH event AS (
      INSERT INTO commerce.events (id, account_id, name, subject_id, data, occurred_at, created_at)
      SELECT id, ${accountId}, name, "subjectId", data::json, "occurredAt", ${now}
      FROM json_to_recordset(${JSON.stringify(eventRows)}::text::json) AS one(
        id text, name text, "subjectId" text, data text, "occurredAt" timestamptz)
    ), later AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(deliveries)}::text::json) AS one(
        id text, "eventId" text, "webhookId" text, "orderingKey" text, "isBulk" boolean)
    ), hurried AS (
      UPDATE commerce.deliveries d SET is_bulk = false
      FROM later
      WHERE NOT later."isBulk" AND d.webhook_id = later."webhookId" AND d.ordering_key = later."orderingKey"
        AND d.status = 'pending' AND d.attempts = 0 AND d.is_bulk AND d.claimed_until IS NULL
    ), delivery AS (
      INSERT INTO commerce.deliveries
        (id, event_id, webhook_id, ordering_key, is_bulk, status, attempts, created_at, next_attempt_at)
      SELECT id, "eventId", "webhookId", "orderingKey", "isBulk", 'pending', 0, ${now}, ${now} FROM later
      RETURNING id
    )
    SELECT pg_notify(${CHANNEL}, '') FROM delivery LIMIT 1`);
  return deliveries.map(({ id }) => id);
}

/** Returns the ordering key: events of a membership, its payments and its refunds are delivered in order. */
const orderingKeyOf = ({ id, membership }: Resource): string =>
  typeof membership === 'string' ? membership : id;

/** Whether a resource is an unpaid membership without a proven chat account: anybody can have many, for any account. */
const isClaimed = ({ paid, buyer_verified, community_chat }: Resource): boolean =>
  paid === false && (buyer_verified === false || !Value.Check(Proven, community_chat));

const Proven = Type.Object({ verified: Type.Literal(true) });

interface Listener {
  readonly id: string;
  /** Subscribed events; empty for all events except the `app_` ones. */
  readonly events: readonly string[];
}

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
