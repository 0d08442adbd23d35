import Type from 'typebox';
import Value from 'typebox/value';
import { Fault } from '../errors.ts';

/** The answer made no sense: nothing may be concluded from it. */
export function unreadable(cause?: unknown): Fault {
  return new Fault('COMMERCE_UNREADABLE', 'The Commerce Service sent an answer that makes no sense.', {
    cause,
  });
}

/** There was no answer, or none in time; a fault that says more stays as it is. */
export const unreachable = (cause: unknown): Fault =>
  cause instanceof Fault
    ? cause
    : new Fault('COMMERCE_UNAVAILABLE', "The Commerce Service can't be reached.", { cause });

/** The service answered, but with no answer to the question. @param message what it says about that */
export function refusal(status: number, message = ''): Fault {
  const said = message && ` It says: ${message}`;
  return status === 401 || status === 403
    ? new Fault(
        'COMMERCE_REFUSED',
        `The Commerce Service refuses our API key (${status}). Check COMMERCE_API_KEY and its rights.${said}`,
      )
    : new Fault('COMMERCE_UNAVAILABLE', `The Commerce Service answered ${status}.${said}`);
}

const Message = Type.Object({ message: Type.String() });
const ErrorBody = Type.Union([Type.Object({ error: Message }), Message]);

/** The message of an error in one of the shapes that services give it; empty where there is none. */
export function messageIn(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    if (!Value.Check(ErrorBody, body)) return '';
    return ('error' in body ? body.error : body).message.slice(0, 200);
  } catch {
    return '';
  }
}
