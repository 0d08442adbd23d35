import { actionOf } from '../webhooks/schema.ts';
import type { ClaimedDelivery } from './claim.ts';
import type { Message } from './post-signed.ts';

/** Builds the body of a delivery: the event's name and time, and its resource as it was then. */
export const toEnvelope = <Data>({ id, name, occurredAt, data }: Occurrence<Data>) => ({
  id,
  action: actionOf(name),
  type: name,
  // The version of the envelope, not of the API. Validators of this API family reject any other.
  api_version: 'v5',
  timestamp: occurredAt.toISOString(),
  data,
});

interface Occurrence<Data> {
  readonly id: string;
  readonly name: string;
  readonly occurredAt: Date;
  readonly data: Data;
}

/** Builds the request: the same bytes on every attempt, signed with every secret that is still valid. */
export function toMessage({ event, webhook }: ClaimedDelivery, timestamp: Date): Message {
  const body = JSON.stringify(toEnvelope(event));
  const { url, secret, retiredSecrets, mayBePrivate } = webhook;
  const stillGood = retiredSecrets
    .filter(({ until }) => until > timestamp)
    .sort((a, b) => b.until.getTime() - a.until.getTime());
  // Old secrets first: some receivers read only the first signature, and may still hold an old secret.
  const secrets = [...stillGood.map((retired) => retired.secret), secret];
  return { url, secrets, mayBePrivate, id: event.id, timestamp, body };
}
