import type { ResponseLike } from '@discordjs/rest';
import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';
import { errorCode } from '../errors.ts';
import { ChatFault } from '../i18n/chat-fault.ts';

/**
 * Parses and validates an answer of the platform.
 * @param path route of the request, for error messages
 * @throws Fault `DISCORD_UNREADABLE`, whose cause names the path, the invalid field and the problem
 */
export async function readAnswer<Schema extends TSchema>(
  schema: Schema,
  path: string,
  response: Pick<ResponseLike, 'json'>,
): Promise<Static<Schema>> {
  const answer: unknown = await response.json().catch((cause) => {
    const what = errorCode(cause) === 'ANSWER_TOO_LARGE' ? 'it is too large.' : "it isn't JSON.";
    throw unreadable(path, what, cause);
  });
  return checkAnswer(schema, path, answer);
}

/** Validates an answer that is already parsed. @throws Fault `DISCORD_UNREADABLE` */
export function checkAnswer<Schema extends TSchema>(
  schema: Schema,
  path: string,
  answer: unknown,
): Static<Schema> {
  if (Value.Check(schema, answer)) return answer;
  const [first] = Value.Errors(schema, answer);
  const field = first?.instancePath || 'the answer';
  throw unreadable(path, `${field} ${first?.message ?? 'is wrong'}.`);
}

const unreadable = (path: string, why: string, cause?: unknown): ChatFault =>
  new ChatFault('DISCORD_UNREADABLE', {
    cause: new Error(`The answer to ${path} can't be read: ${why}`, { cause }),
  });
