import { readText } from '../ask-json.ts';
import { errorCode } from '../errors.ts';
import { unreadable } from './faults.ts';

/** The largest answer that is read, in bytes. */
export const MAX_ANSWER = 8 * 1024 * 1024;

/** Reads an answer, and no more of it than anybody has to send. @throws Fault `COMMERCE_UNREADABLE` */
export const readBounded = (response: Response): Promise<string> =>
  readText(response, MAX_ANSWER).catch((error: unknown) => {
    throw errorCode(error) === 'ANSWER_TOO_LARGE' ? unreadable(error) : error;
  });
