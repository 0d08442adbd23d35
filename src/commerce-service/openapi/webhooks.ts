import Type, { type TSchema } from 'typebox';
import { toEnvelope } from '../deliveries/message.ts';
import { sampleOf } from '../deliveries/samples.ts';
import { Membership } from '../memberships/schema.ts';
import { Payment, Refund } from '../payments/schema.ts';
import { actionOf, EVENT_NAMES, type EventName } from '../webhooks/event-names.ts';

export const EVENTS_TAG = {
  name: 'Events',
  description: `What endpoints are sent. Answer with 2xx as soon as the event is stored: a delivery that fails is made again, with
the same \`webhook-id\`. Verify the signature over the bytes as they came, and read an event as a hint to look at its
resource again: deliveries are at least once and may overtake each other.`,
};

const AT = new Date('2026-01-01T12:00:00Z');

const SIGNATURES = {
  'webhook-id': "The event's id: the same on every attempt.",
  'webhook-timestamp': 'When this attempt was made: seconds since the Unix epoch.',
  'webhook-signature':
    'Standard Webhooks: v1,<base64> of HMAC-SHA256 over id.timestamp.body; several, by spaces, while a secret rotates.',
  'X-Commerce-Signature':
    't=<unix>,v1=<hex> of HMAC-SHA256 over t.body, whose key is the whole secret as it is written. A deployment may name this header otherwise.',
};

/** Describes every event for OpenAPI's `webhooks`, with an example payload. */
export const describeWebhooks = () =>
  Object.fromEntries(EVENT_NAMES.map((name) => [name, { post: describeEvent(name) }]));

const describeEvent = (name: EventName) => ({
  tags: [EVENTS_TAG.name],
  operationId: name,
  summary: actionOf(name),
  security: [],
  parameters: Object.entries(SIGNATURES).map(([header, description]) => ({
    ...{ name: header, in: 'header', required: true, description },
    schema: { type: 'string' },
  })),
  requestBody: {
    required: true,
    content: { 'application/json': { schema: envelopeOf(name), example: exampleOf(name) } },
  },
  responses: {
    200: { description: 'It is stored. Any 2xx counts.' },
    '4XX': { description: 'It is sent again later; 410 switches the endpoint off.' },
    '5XX': { description: 'It is sent again later.' },
  },
});

const envelopeOf = (name: EventName) =>
  Type.Object({
    id: Type.String({ description: 'Prefix evt_.' }),
    action: Type.Enum([actionOf(name)]),
    type: Type.Enum([name]),
    api_version: Type.Enum(['v5']),
    timestamp: Type.String({ format: 'date-time', description: 'When it happened.' }),
    data: dataOf(name),
  });

function dataOf(name: EventName): TSchema {
  if (/^(app_)?membership_(went|metadata|cancel)/.test(name)) return Membership;
  if (/^(app_)?payment_(succeeded|failed)$/.test(name)) return Payment;
  if (name.startsWith('refund_')) return Refund;
  // This service emits these events only as tests.
  return Type.Object({ id: Type.String() }, { additionalProperties: true });
}

const exampleOf = (name: EventName) =>
  toEnvelope({ id: 'evt_test', name, occurredAt: AT, data: sampleOf(name, AT) });
