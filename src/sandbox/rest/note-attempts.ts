import type { FastifyRequest, onRequestAbortAsyncHookHandler, onResponseAsyncHookHandler } from 'fastify';
import Type from 'typebox';
import Value from 'typebox/value';
import type { Attempt } from '../attempts.ts';
import { Snowflake } from '../snowflake.ts';
import { decodeReason, type RestContext } from './context.ts';

const Params = Type.Object({
  guild_id: Snowflake,
  user_id: Snowflake,
  role_id: Type.Optional(Snowflake),
});

const DEEDS: ReadonlyMap<string, Attempt['deed']> = new Map([
  ['GET', 'look'],
  ['PUT', 'give'],
  ['DELETE', 'take'],
  ['PATCH', 'change'],
]);

/**
 * Notes what came of each change of roles that routes are asked for, also where a fault answers in their place
 * or nobody does. Of looks at a member only those in vain are noted: that nobody is there is an answer.
 * @returns the hooks of such a route, and what it says when it has changed something
 */
export function noteAttempts({ attempts }: RestContext) {
  const done = new WeakSet<FastifyRequest>();
  const note = (request: FastifyRequest, status: number | null) => {
    const { params, headers, method } = request;
    const deed = DEEDS.get(method);
    if (!deed || !Value.Check(Params, params)) return;
    if (deed === 'look' && status !== null && (status < 400 || status === 404)) return;
    attempts.add({
      ...{ guildId: params.guild_id, userId: params.user_id, roleId: params.role_id, status },
      deed,
      reason: decodeReason(headers['x-audit-log-reason']) ?? '',
      isDone: done.has(request),
    });
  };
  const onResponse: onResponseAsyncHookHandler = async (request, { statusCode }) => note(request, statusCode);
  const onRequestAbort: onRequestAbortAsyncHookHandler = async (request) => note(request, null);
  return {
    hooks: { onResponse, onRequestAbort },
    changed: (request: FastifyRequest) => void done.add(request),
  };
}
