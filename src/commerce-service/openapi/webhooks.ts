import Type, { type TSchema } from 'typebox';
import { toEnvelope } from '../deliveries/message.ts';
import { sampleOf } from '../deliveries/samples.ts';
import { Membership } from '../memberships/schema.ts';
import { Payment, Refund } from '../payments/schema.ts';
import { actionOf, EVENT_NAMES, type EventName } from '../webhooks/schema.ts';

export const EVENTS_TAG = {
  name: 'Events',
  description: `Events sent to your endpoints. Respond with 2xx as soon as you have stored the event. A failed delivery is repeated with
the same \`webhook-id\`. Verify the signature over the raw bytes of the body. Treat an event as a hint to read its resource
again: every event is delivered at least once, and events may arrive out of order.`,
};

const AT = new Date('2026-01-01T12:00:00Z');

const SIGNATURES = {
  'webhook-id': "The event's id, which is the same on every attempt.",
  'webhook-timestamp': 'When this attempt was made, in seconds since the Unix epoch.',
  'webhook-signature':
    'Standard Webhooks: v1,<base64> of HMAC-SHA256 over id.timestamp.body. While a secret rotates, several signatures separated by spaces.',
  'X-Commerce-Signature':
    't=<unix>,v1=<hex> of HMAC-SHA256 over t.body. The key is the whole secret as written. A deployment may use another name for this header.',
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
    name: header,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })),
  requestBody: {
    required: true,
    content: { 'application/json': { schema: envelopeOf(name), example: exampleOf(name) } },
  },
  responses: {
    200: { description: 'The event is stored. Any 2xx counts.' },
    '4XX': { description: 'The event is sent again later. 410 switches the endpoint off.' },
    '5XX': { description: 'The event is sent again later.' },
  },
});

const envelopeOf = (name: EventName) =>
  Type.Object({
    id: Type.String({ description: 'Prefix evt_.' }),
    action: Type.Enum([actionOf(name)]),
    type: Type.Enum([name]),
    api_version: Type.Enum(['v5']),
    timestamp: Type.String({ format: 'date-time', description: 'When the event happened.' }),
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
