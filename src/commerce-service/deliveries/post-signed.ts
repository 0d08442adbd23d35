import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { request } from 'undici';
import { errorCode } from '../../errors.ts';
import { isPrivateHost } from '../../network/hosts.ts';
import type { Service } from '../service.ts';
import { NotPublic, routeFor } from './addresses.ts';
import type { ClaimedDelivery } from './claim.ts';

/** How long an endpoint may take to answer, in milliseconds. */
const TIMEOUT = 15_000;

/** Default name of the header that carries the timestamped signature. */
const DEFAULT_HEADER = 'x-commerce-signature';

/** Result of a delivery attempt: the HTTP status, or the reason why there was no response. */
export type Answer = { readonly statusCode: number } | { readonly fault: string };

export const succeeded = (answer: Answer): boolean =>
  'statusCode' in answer && answer.statusCode >= 200 && answer.statusCode < 300;

export interface Message {
  readonly url: string;
  /** Whether the endpoint may have an address that isn't public. */
  readonly mayBePrivate: boolean;
  /** Signing secrets. During a rotation the replaced ones come first, latest first; the current one is always last. */
  readonly secrets: readonly string[];
  /** The same on every attempt, so that receivers recognise a repetition. */
  readonly id: string;
  readonly timestamp: Date;
  readonly body: string;
}

/** Statuses with which receivers reject a signature; 500 if their verifier throws. */
const UNVERIFIED = [400, 401, 403, 422, 500];

/**
 * Posts a message with two signatures: one as Standard Webhooks defines it (https://www.standardwebhooks.com), and one
 * header `t=<unix>,v1=<hex>`. Some parsers read only the first `v1=` of that header. So during a rotation, an endpoint
 * that may have rejected the signature gets the message again, with the next secret's signature first. All of this
 * happens within the timeout of one attempt.
 *
 * Redirects count as responses and aren't followed. The response body isn't read. Only public addresses are connected
 * to, unless the endpoint may be private.
 * @param signal aborts the attempt, which throws: an abort by the caller says nothing about the endpoint
 */
export async function postSigned(
  { signatureHeader = DEFAULT_HEADER, privateHosts }: Pick<Service, 'signatureHeader' | 'privateHosts'>,
  message: Message,
  signal: AbortSignal,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(TIMEOUT);
  const url = new URL(message.url);
  const mayBePrivate = message.mayBePrivate || (privateHosts?.includes(url.hostname) ?? false);
  if (!mayBePrivate && isPrivateHost(url)) return { fault: NOT_PUBLIC };
  const post = async (first: string): Promise<number> => {
    const response = await request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'rolekeeper-commerce-service',
        ...standardSignature(message),
        [signatureHeader]: timestampedSignature(message, first),
      },
      body: message.body,
      dispatcher: routeFor({ mayBePrivate }),
      signal: AbortSignal.any([signal, timeout]),
    });
    response.body.on('error', () => undefined).destroy();
    return response.statusCode;
  };
  try {
    let statusCode = 0;
    for (const secret of message.secrets) {
      statusCode = await post(secret);
      if (!UNVERIFIED.includes(statusCode)) break;
    }
    return { statusCode };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NotPublic) return { fault: NOT_PUBLIC };
    return { fault: timeout.aborted ? `no answer within ${TIMEOUT / 1000} s` : reason(error) };
  }
}

const NOT_PUBLIC = 'the address is not a public one';

const unixTime = (moment: Date): string => String(Math.floor(moment.getTime() / 1000));

function standardSignature({ secrets, id, timestamp, body }: Message) {
  return {
    'webhook-id': id,
    'webhook-timestamp': unixTime(timestamp),
    'webhook-signature': secrets.map((secret) => signer(secret).sign(id, timestamp, body)).join(' '),
  };
}

/** Signs time, dot and body with hexadecimal HMAC-SHA256. The key is the whole secret, including any prefix. */
function timestampedSignature({ secrets, timestamp, body }: Message, first: string): string {
  const time = unixTime(timestamp);
  const sign = (secret: string) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const others = secrets.filter((secret) => secret !== first);
  return [`t=${time}`, ...[first, ...others].map((secret) => `v1=${sign(secret)}`)].join(',');
}

/** Returns a secret's signer. `whsec_` secrets hold a Base64 key; any other secret is the key as written. */
const signer = (secret: string): Webhook =>
  secret.startsWith('whsec_') ? new Webhook(secret) : new Webhook(secret, { format: 'raw' });

/** Describes a failed connection without its URL, which may contain a secret of the endpoint's owner. */
function reason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return `the connection failed (${errorCode(cause) ?? errorCode(error) ?? 'unknown reason'})`;
}

/** Seconds from a failed attempt to the next one, as the Standard Webhooks specification recommends. */
export const RETRY_AFTER = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

export interface Attempt {
  readonly answer: Answer;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

/** The result of a claimed delivery. Without an attempt if its endpoint is disabled. */
export interface Outcome {
  readonly delivery: ClaimedDelivery;
  readonly attempt?: Attempt;
}

export const hasSucceeded = ({ attempt }: Outcome): boolean =>
  attempt !== undefined && succeeded(attempt.answer);

/** @returns the delivery's next state */
export function stateAfter({ delivery, attempt }: Outcome) {
  const { attempts } = delivery;
  if (!attempt) return { attempts, status: 'dropped', nextAttemptAt: null } as const;
  const made = { attempts: attempts + 1 };
  if (succeeded(attempt.answer)) return { ...made, status: 'delivered', nextAttemptAt: null } as const;
  const seconds = RETRY_AFTER[attempts];
  if (seconds === undefined) return { ...made, status: 'failed', nextAttemptAt: null } as const;
  const nextAttemptAt = new Date(attempt.endedAt.getTime() + seconds * 1000);
  return { ...made, status: 'pending', nextAttemptAt } as const;
}
