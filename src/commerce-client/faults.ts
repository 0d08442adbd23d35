import Type from 'typebox';
import Value from 'typebox/value';
import { Fault } from '../errors.ts';
import { ChatFault } from '../i18n/chat-fault.ts';
import type { FaultDetails } from '../i18n/en/faults.ts';

/*
 * Reasons that the Commerce Service gave no usable answer:
 *
 * | code | meaning |
 * |---|---|
 * | `COMMERCE_REFUSED` | the service rejects our API key |
 * | `COMMERCE_FORBIDDEN` | the key lacks a permission |
 * | `COMMERCE_NOT_FOUND` | no such plan, membership or webhook |
 * | `COMMERCE_UNABLE` | the service doesn't have this operation |
 * | `COMMERCE_DECLINED` | the service declined the request; `said` holds its reason |
 * | `COMMERCE_BUSY` | rate limited: nothing was done, retry after `seconds` |
 * | `COMMERCE_SLOW` | timeout |
 * | `COMMERCE_UNAVAILABLE` | the service can't be reached, or is failing |
 * | `COMMERCE_ELSEWHERE` | redirected: the configured address is wrong |
 * | `COMMERCE_UNREADABLE` | the answer is malformed |
 * | `COMMERCE_UNKNOWN_OUTCOME` | the request was sent once, and it is unknown whether it took effect |
 */

export type Operation = FaultDetails['operation'];

/** Makes the fault for a malformed answer, from which no conclusion may be drawn. */
export const unreadable = (cause?: unknown): Fault => new ChatFault('COMMERCE_UNREADABLE', { cause });

/** Makes the fault for a missing or late answer. A `Fault` is returned as is, being more specific. */
export function unreachable(cause: unknown): Fault {
  if (cause instanceof Fault) return cause;
  return cause instanceof Error && cause.name === 'TimeoutError'
    ? new ChatFault('COMMERCE_SLOW', { cause })
    : new ChatFault('COMMERCE_UNAVAILABLE', { status: 0, said: '', cause });
}

/** Makes the fault for a rate-limited request, which had no effect. @param seconds until a retry makes sense */
export const busy = (seconds: number, cause?: unknown): Fault =>
  new ChatFault('COMMERCE_BUSY', { seconds: Math.max(Math.ceil(seconds), 1), cause });

export const notFound = (thing: FaultDetails['thing']): Fault =>
  new ChatFault('COMMERCE_NOT_FOUND', { thing });

export const unable = (operation: Operation): Fault => new ChatFault('COMMERCE_UNABLE', { operation });

/** Makes the fault for a request that may or may not have taken effect. */
export const unknownOutcome = (cause: unknown, risk: FaultDetails['risk']): Fault =>
  new ChatFault('COMMERCE_UNKNOWN_OUTCOME', { risk, cause });

/** Makes the fault for an error status. @param said the message in the response, without secrets */
export function refusal(status: number, said = ''): Fault {
  if (status === 401) return new ChatFault('COMMERCE_REFUSED', { said });
  if (status === 403) return new ChatFault('COMMERCE_FORBIDDEN', { said });
  if (status >= 300 && status < 400) return new ChatFault('COMMERCE_ELSEWHERE', { status });
  return status >= 400 && status < 500 && status !== 408
    ? new ChatFault('COMMERCE_DECLINED', { status, said })
    : new ChatFault('COMMERCE_UNAVAILABLE', { status, said });
}

const Message = Type.Object({ message: Type.String() });
const ErrorBody = Type.Union([Type.Object({ error: Message }), Message]);

/**
 * Extracts the message of an error body in one of the shapes that services use, as one short line without control
 * characters. Returns an empty string if there is none.
 * @param secrets values to mask in the message
 */
export function messageIn(text: string, secrets: readonly string[]): string {
  try {
    const body: unknown = JSON.parse(text);
    if (!Value.Check(ErrorBody, body)) return '';
    const { message } = 'error' in body ? body.error : body;
    const discreet = secrets.reduce((said, secret) => said.replaceAll(secret, '…'), message);
    const line = discreet.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
    return [...line.slice(0, 1_000)].slice(0, 200).join('');
  } catch {
    return '';
  }
}
