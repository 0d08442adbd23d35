import { Webhook } from 'standardwebhooks';
import { errorCode } from '../errors.ts';

/** How long an endpoint may take to answer, in milliseconds. */
const TIMEOUT = 15_000;

/** What became of one POST: the HTTP status of the answer, or why there was none. */
export type Answer = { readonly statusCode: number } | { readonly fault: string };

/** A message to an endpoint. */
export interface Message {
  readonly url: string;
  readonly secret: string;
  /** The same on every attempt: receivers recognise a repetition by it. */
  readonly id: string;
  /** The time of this attempt. */
  readonly timestamp: Date;
  readonly body: string;
}

/**
 * Posts a message, signed as Standard Webhooks says (https://www.standardwebhooks.com). A redirect is an
 * answer like any other and not followed; of the answer's body nothing is read.
 * @param signal gives up, which throws: that is the caller's doing and says nothing about the endpoint
 */
export async function postSigned(message: Message, signal: AbortSignal): Promise<Answer> {
  const timeout = AbortSignal.timeout(TIMEOUT);
  try {
    const response = await fetch(message.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'rolekeeper-commerce-service',
        'webhook-id': message.id,
        'webhook-timestamp': String(Math.floor(message.timestamp.getTime() / 1000)),
        'webhook-signature': signer(message.secret).sign(message.id, message.timestamp, message.body),
      },
      body: message.body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    await response.body?.cancel();
    return { statusCode: response.status };
  } catch (error) {
    signal.throwIfAborted();
    return { fault: timeout.aborted ? `no answer within ${TIMEOUT / 1000} s` : reason(error) };
  }
}

/** A `whsec_` secret holds its key in Base64; any other secret is its own key, prefix and all. */
const signer = (secret: string): Webhook =>
  secret.startsWith('whsec_') ? new Webhook(secret) : new Webhook(secret, { format: 'raw' });

/** Names the fault, without the address: that may hold a secret of the endpoint's owner. */
function reason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return `the connection failed (${errorCode(cause) ?? errorCode(error) ?? 'unknown reason'})`;
}
