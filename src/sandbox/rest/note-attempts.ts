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
 * Records the attempts of a route: role changes, and reads of a member that fail. Includes requests that a fault
 * answers or that get no answer. A 404 for a read isn't recorded, since it is a valid answer.
 * @returns the route's hooks, and a function that marks a request as having changed something
 */
export function noteAttempts({ attempts }: RestContext) {
  const done = new WeakSet<FastifyRequest>();
  const note = (request: FastifyRequest, status: number | null) => {
    const { params, headers, method } = request;
    const deed = DEEDS.get(method);
    if (!deed || !Value.Check(Params, params)) return;
    if (deed === 'look' && status !== null && (status < 400 || status === 404)) return;
    attempts.add({
      guildId: params.guild_id,
      userId: params.user_id,
      roleId: params.role_id,
      status,
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
