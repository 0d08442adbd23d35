import { actionOf } from '../event-names.ts';
import type { ClaimedDelivery } from './claim.ts';
import type { Message } from './post-signed.ts';

/** What an endpoint is sent: the same bytes on every attempt, signed with every secret that is good now. */
export function toMessage({ event, webhook }: ClaimedDelivery, timestamp: Date): Message {
  const body = JSON.stringify({
    id: event.id,
    action: actionOf(event.name),
    type: event.name,
    // The version of the envelope, not of the interface: validators of this family of APIs refuse any other.
    api_version: 'v5',
    timestamp: event.occurredAt.toISOString(),
    data: event.data,
  });
  const { url, secret, retiredSecrets, mayBePrivate } = webhook;
  const stillGood = retiredSecrets
    .filter(({ until }) => until > timestamp)
    .sort((a, b) => b.until.getTime() - a.until.getTime());
  // Who hasn't changed over knows of no rotation, and is to notice nothing of it.
  const secrets = [...stillGood.map((retired) => retired.secret), secret];
  return { url, secrets, mayBePrivate, id: event.id, timestamp, body };
}
