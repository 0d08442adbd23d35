import Type from 'typebox';
import Value from 'typebox/value';
import { Fault } from '../errors.ts';

/**
 * Reason that the Commerce Service gave no usable answer.
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
export class CommerceFault extends Fault {
  /** Message from the service, without secrets and control characters. Foreign text: escape it before display. */
  readonly said: string | undefined;
  /** Seconds until a retry makes sense. */
  readonly seconds: number | undefined;

  constructor(code: string, message: string, { said, seconds, cause }: Details = {}) {
    super(code, said ? `${message} It says: ${said}` : message, { cause });
    this.said = said || undefined;
    this.seconds = seconds;
  }
}

interface Details {
  readonly said?: string;
  readonly seconds?: number;
  readonly cause?: unknown;
}

/** Makes the fault for a malformed answer, from which no conclusion may be drawn. */
export const unreadable = (cause?: unknown): Fault =>
  new CommerceFault(
    'COMMERCE_UNREADABLE',
    'The Commerce Service sent an answer that Rolekeeper can’t read. Check that COMMERCE_URL is the address of its API.',
    { cause },
  );

/** Makes the fault for a missing or late answer. A `Fault` is returned as is, being more specific. */
export function unreachable(cause: unknown): Fault {
  if (cause instanceof Fault) return cause;
  return cause instanceof Error && cause.name === 'TimeoutError'
    ? new CommerceFault('COMMERCE_SLOW', 'The Commerce Service is taking too long. Try again in a minute.', {
        cause,
      })
    : new CommerceFault(
        'COMMERCE_UNAVAILABLE',
        "The Commerce Service can't be reached. Try again in a minute. If the problem persists, check COMMERCE_URL.",
        { cause },
      );
}

/** Makes the fault for a rate-limited request, which had no effect. @param seconds until a retry makes sense */
export function busy(seconds: number, cause?: unknown): Fault {
  const whole = Math.max(Math.ceil(seconds), 1);
  const message = `The Commerce Service is getting too many requests. Try again in ${whole} s.`;
  return new CommerceFault('COMMERCE_BUSY', message, { seconds: whole, cause });
}

/** @param thing such as `plan` */
export const notFound = (thing: string): Fault =>
  new CommerceFault(
    'COMMERCE_NOT_FOUND',
    `The Commerce Service has no such ${thing}. Check the id, or pick one from the list.`,
  );

/** @param what such as `add free days` */
export const unable = (what: string): Fault =>
  new CommerceFault(
    'COMMERCE_UNABLE',
    `Rolekeeper can't ${what} in this Commerce Service. Use its dashboard instead.`,
  );

/** Makes the fault for a request that may or may not have taken effect. @param cure what to check, or to do */
export const unknownOutcome = (cause: unknown, cure: string): Fault =>
  new CommerceFault(
    'COMMERCE_UNKNOWN_OUTCOME',
    `The Commerce Service may or may not have done this: it sent no clear answer. ${cure}`,
    { cause },
  );

/** Makes the fault for an error status. @param said the message in the response */
export function refusal(status: number, said = ''): Fault {
  if (status === 401)
    return new CommerceFault(
      'COMMERCE_REFUSED',
      'The Commerce Service rejects our API key (401). Set COMMERCE_API_KEY to a valid key.',
      { said },
    );
  if (status === 403)
    return new CommerceFault(
      'COMMERCE_FORBIDDEN',
      'Our API key isn’t allowed to do this (403). Grant it the permission in the Commerce Service, or set COMMERCE_API_KEY to another key.',
      { said },
    );
  if (status >= 300 && status < 400)
    return new CommerceFault(
      'COMMERCE_ELSEWHERE',
      `The Commerce Service redirects us to another address (${status}). Set COMMERCE_URL to its real address.`,
    );
  return status >= 400 && status < 500 && status !== 408
    ? new CommerceFault('COMMERCE_DECLINED', `The Commerce Service declined this (${status}).`, { said })
    : new CommerceFault(
        'COMMERCE_UNAVAILABLE',
        `The Commerce Service is failing (${status}). Try again in a minute.`,
        { said },
      );
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
