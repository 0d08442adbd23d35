import Type from 'typebox';
import Value from 'typebox/value';
import { Fault } from '../errors.ts';

/**
 * Why the Commerce Service gave no good answer.
 *
 * | code | what happened |
 * |---|---|
 * | `COMMERCE_REFUSED` | our API key is not taken |
 * | `COMMERCE_FORBIDDEN` | the key lacks a right |
 * | `COMMERCE_NOT_FOUND` | there is no such plan, membership, webhook |
 * | `COMMERCE_UNABLE` | the service doesn't have this operation |
 * | `COMMERCE_DECLINED` | it says no to this, and `said` why |
 * | `COMMERCE_BUSY` | too many requests: nothing has happened, try again in `seconds` |
 * | `COMMERCE_SLOW` | no answer in time |
 * | `COMMERCE_UNAVAILABLE` | it can't be reached, or is out of order |
 * | `COMMERCE_ELSEWHERE` | it redirects: its address is set wrong |
 * | `COMMERCE_UNREADABLE` | its answer makes no sense |
 * | `COMMERCE_UNKNOWN_OUTCOME` | it was asked to do something once, and nobody knows whether it did |
 */
export class CommerceFault extends Fault {
  /** The service's own words, cleaned. Still not ours: escape them before they are shown. */
  readonly said: string | undefined;
  /** After how many seconds to try again. */
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

/** The answer made no sense: nothing may be concluded from it. */
export const unreadable = (cause?: unknown): Fault =>
  new CommerceFault(
    'COMMERCE_UNREADABLE',
    'The Commerce Service sent an answer that makes no sense. Check that COMMERCE_URL is the address of its API.',
    { cause },
  );

/** There was no answer, or none in time; a fault that says more stays as it is. */
export function unreachable(cause: unknown): Fault {
  if (cause instanceof Fault) return cause;
  return cause instanceof Error && cause.name === 'TimeoutError'
    ? new CommerceFault('COMMERCE_SLOW', 'The Commerce Service takes too long. Try again in a minute.', {
        cause,
      })
    : new CommerceFault(
        'COMMERCE_UNAVAILABLE',
        "The Commerce Service can't be reached. Try again in a minute; if it stays so, check COMMERCE_URL.",
        { cause },
      );
}

/** Nothing has happened: it is asked too much. @param seconds until it may be asked again */
export function busy(seconds: number, cause?: unknown): Fault {
  const whole = Math.max(Math.ceil(seconds), 1);
  const message = `The Commerce Service is asked too much at the moment. Try again in ${whole} s.`;
  return new CommerceFault('COMMERCE_BUSY', message, { seconds: whole, cause });
}

/** @param thing such as `plan` */
export const notFound = (thing: string): Fault =>
  new CommerceFault(
    'COMMERCE_NOT_FOUND',
    `The Commerce Service knows no such ${thing}. Check the id, or pick one from the list.`,
  );

/** @param what such as `add free days` */
export const unable = (what: string): Fault =>
  new CommerceFault(
    'COMMERCE_UNABLE',
    `This Commerce Service can't ${what} for us. Do it in its own dashboard instead.`,
  );

/** It may have been done or not. @param cure what to look at, or to do */
export const unknownOutcome = (cause: unknown, cure: string): Fault =>
  new CommerceFault(
    'COMMERCE_UNKNOWN_OUTCOME',
    `The Commerce Service may have done this or not: there was no answer that says so. ${cure}`,
    { cause },
  );

/** The service answered, but with no answer to the question. @param said what it says about that */
export function refusal(status: number, said = ''): Fault {
  if (status === 401)
    return new CommerceFault(
      'COMMERCE_REFUSED',
      'The Commerce Service refuses our API key (401). Set COMMERCE_API_KEY to one that is good.',
      { said },
    );
  if (status === 403)
    return new CommerceFault(
      'COMMERCE_FORBIDDEN',
      'Our API key may not do this (403). Give it the right at the Commerce Service, or set COMMERCE_API_KEY to another one.',
      { said },
    );
  if (status >= 300 && status < 400)
    return new CommerceFault(
      'COMMERCE_ELSEWHERE',
      `The Commerce Service sends us elsewhere (${status}). Set COMMERCE_URL to its own address.`,
    );
  return status >= 400 && status < 500 && status !== 408
    ? new CommerceFault('COMMERCE_DECLINED', `The Commerce Service says no (${status}).`, { said })
    : new CommerceFault(
        'COMMERCE_UNAVAILABLE',
        `The Commerce Service is out of order (${status}). Try again in a minute.`,
        { said },
      );
}

const Message = Type.Object({ message: Type.String() });
const ErrorBody = Type.Union([Type.Object({ error: Message }), Message]);

/**
 * The message of an error in one of the shapes that services give it: one short line without control characters;
 * empty where there is none.
 * @param secrets what it must not repeat
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
