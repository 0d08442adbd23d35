import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { request } from 'undici';
import { errorCode } from '../../errors.ts';
import { isPrivateHost } from '../../network/hosts.ts';
import type { Service } from '../service.ts';
import { NotPublic } from './addresses.ts';
import { routeFor } from './routes.ts';

/** How long an endpoint may take to answer, in milliseconds. */
const TIMEOUT = 15_000;

/** Where the timestamped signature is put unless the service is told otherwise. */
const DEFAULT_HEADER = 'x-commerce-signature';

/** What became of one POST: the HTTP status of the answer, or why there was none. */
export type Answer = { readonly statusCode: number } | { readonly fault: string };

export const succeeded = (answer: Answer): boolean =>
  'statusCode' in answer && answer.statusCode >= 200 && answer.statusCode < 300;

/** A message to an endpoint. */
export interface Message {
  readonly url: string;
  /** Whether it may be at an address that isn't public. */
  readonly mayBePrivate: boolean;
  /** The signing secret; while that is rotated, before it those that it replaces, the latest first. */
  readonly secrets: readonly string[];
  /** The same on every attempt: receivers recognise a repetition by it. */
  readonly id: string;
  /** The time of this attempt. */
  readonly timestamp: Date;
  readonly body: string;
}

/** How receivers answer what they can't verify; 500 where their verifier throws. */
const UNVERIFIED = [400, 401, 403, 422, 500];

/**
 * Posts a message, signed in two ways: as Standard Webhooks says (https://www.standardwebhooks.com), and with
 * one header `t=<unix>,v1=<hex>` beside it. There are parsers which read only the first `v1=` of that. So while a secret
 * rotates, an endpoint that may not have verified it is sent the same once more, with the next secret's first: all
 * within the time of one attempt. A redirect is an answer like any other and not followed; of the
 * answer's body nothing is read. Only public addresses are connected to, unless the endpoint may be elsewhere.
 * @param signal gives up, which throws: that is the caller's doing and says nothing about the endpoint
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

/** HMAC-SHA256 in hexadecimal over time, dot and body; the key is the whole secret as it is written. */
function timestampedSignature({ secrets, timestamp, body }: Message, first: string): string {
  const time = unixTime(timestamp);
  const sign = (secret: string) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const others = secrets.filter((secret) => secret !== first);
  return [`t=${time}`, ...[first, ...others].map((secret) => `v1=${sign(secret)}`)].join(',');
}

/** A `whsec_` secret holds its key in Base64; any other secret is its own key, prefix and all. */
const signer = (secret: string): Webhook =>
  secret.startsWith('whsec_') ? new Webhook(secret) : new Webhook(secret, { format: 'raw' });

/** Names the fault, without the address: that may hold a secret of the endpoint's owner. */
function reason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return `the connection failed (${errorCode(cause) ?? errorCode(error) ?? 'unknown reason'})`;
}
