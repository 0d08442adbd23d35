import Type, { type Static } from 'typebox';
import { toEpochSeconds } from '../../clock.ts';
import type { Prisma } from '../../database/index.ts';
import { Count, Nullable, Timestamp, toTimestamp } from '../api/schema.ts';

export const EVENT_NAMES = [
  'membership_went_valid',
  'membership_went_invalid',
  'membership_metadata_updated',
  'payment_succeeded',
  'payment_failed',
  'refund_created',
  'refund_updated',
  'dispute_created',
  'dispute_updated',
  'membership_cancel_at_period_end_changed',
  'payment_affiliate_reward_created',
  'membership_experience_claimed',
  'app_membership_went_valid',
  'app_membership_went_invalid',
  'app_payment_succeeded',
  'app_payment_failed',
  'app_membership_cancel_at_period_end_changed',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** Converts an event name to a delivery's `action`: `membership_went_valid` becomes `membership.went_valid`. */
export const actionOf = (name: string): string => name.replace(/^((?:app_)?[a-z]+)_/, '$1.');

/** Returns the `app_` counterpart of an event; undefined if there is none. */
export const twinOf = (name: EventName): EventName | undefined =>
  EVENT_NAMES.find((other) => other === `app_${name}`);

/** Whether only endpoints that have subscribed to this event by name get it. */
export const isOfApps = (name: EventName): boolean => name.startsWith('app_');

/** An endpoint that receives events. */
export const Webhook = Type.Object({
  id: Type.String({ description: 'Prefix hook_.' }),
  enabled: Type.Boolean(),
  url: Type.String(),
  created_at: Type.String({ description: 'Seconds since the Unix epoch, as a string.' }),
  events: Type.Array(Type.String(), { description: 'Events that it receives. Empty: all.' }),
  disabled_reason: Nullable(Type.String({ description: 'Why the service switched it off.' })),
});
export type Webhook = Static<typeof Webhook>;

/** Response to a creation or a new secret: the only one that contains the secret. */
export const CreatedWebhook = Type.Object({ ...Webhook.properties, secret: Type.String() });

export const toWebhook = (row: Prisma.WebhookGetPayload<object>): Webhook => ({
  id: row.id,
  enabled: row.enabled,
  url: row.url,
  created_at: String(toEpochSeconds(row.createdAt)),
  events: row.events,
  disabled_reason: row.disabledReason,
});

export const DeliveryStatus = Type.Enum(['pending', 'delivered', 'failed', 'dropped']);

/** The delivery of one event to one endpoint. Beyond the specification. */
export const Delivery = Type.Object({
  id: Type.String({ description: 'Prefix dlv_.' }),
  webhook: Type.String(),
  event: Type.String({ description: 'The id that every attempt carries. Prefix evt_.' }),
  type: Type.String({ description: 'Registered name of the event.' }),
  status: DeliveryStatus,
  attempts: Count(),
  next_attempt_at: Nullable(Timestamp),
  created_at: Timestamp,
  log: Type.Array(
    Type.Object({
      number: Count({ minimum: 1 }),
      status_code: Nullable(Type.Integer()),
      fault: Nullable(Type.String({ description: 'Why there was no answer.' })),
      started_at: Timestamp,
      duration: Type.Integer({ description: 'Milliseconds.' }),
    }),
  ),
});
export type Delivery = Static<typeof Delivery>;

export const WITH_LOG = { event: true, log: { orderBy: { number: 'asc' } } } as const;

export const toDelivery = (row: Prisma.DeliveryGetPayload<{ include: typeof WITH_LOG }>): Delivery => ({
  id: row.id,
  webhook: row.webhookId,
  event: row.eventId,
  type: row.event.name,
  status: row.status,
  attempts: row.attempts,
  next_attempt_at: toTimestamp(row.nextAttemptAt),
  created_at: toEpochSeconds(row.createdAt),
  log: row.log.map((attempt) => ({
    number: attempt.number,
    status_code: attempt.statusCode,
    fault: attempt.fault,
    started_at: toEpochSeconds(attempt.startedAt),
    duration: attempt.duration,
  })),
});
