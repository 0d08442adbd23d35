import { errorCode } from '../errors.ts';
import { readText } from '../network/ask-json.ts';
import { unreadable } from './faults.ts';

/** Largest answer read, in bytes. */
export const MAX_ANSWER = 8 * 1024 * 1024;

/** Reads a response body up to `MAX_ANSWER` bytes. @throws Fault `COMMERCE_UNREADABLE` if it is larger */
export const readBounded = (response: Response): Promise<string> =>
  readText(response, MAX_ANSWER).catch((error: unknown) => {
    throw errorCode(error) === 'ANSWER_TOO_LARGE' ? unreadable(error) : error;
  });
