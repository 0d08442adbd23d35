import type { ResponseLike } from '@discordjs/rest';
import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';
import { Fault } from '../errors.ts';

/**
 * Parses and validates an answer of the platform.
 * @param path route of the request, for error messages
 * @throws Fault `DISCORD_UNREADABLE`, which names the path, the invalid field and the problem
 */
export async function readAnswer<Schema extends TSchema>(
  schema: Schema,
  path: string,
  response: Pick<ResponseLike, 'json'>,
): Promise<Static<Schema>> {
  const answer: unknown = await response.json().catch((cause) => {
    throw new Fault('DISCORD_UNREADABLE', `${said(path)} it isn't JSON.`, { cause });
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
  throw new Fault('DISCORD_UNREADABLE', `${said(path)} ${field} ${first?.message ?? 'is wrong'}.`);
}

const said = (path: string): string => `The chat platform's answer to ${path} can't be read:`;
