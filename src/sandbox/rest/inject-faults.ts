import type { RESTError } from 'discord-api-types/v10';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import Value from 'typebox/value';
import type { FaultyAnswer } from '../faults/fault.ts';
import type { Aim, Blow } from '../faults/fault-injection.ts';
import { refusals } from './api-error.ts';
import type { RestContext } from './context.ts';
import { unearnedWait } from './limits.ts';

/** https://docs.discord.com/developers/reference#user-agent */
const USER_AGENT = /^DiscordBot \([^\s,]+, [^\s)]+\)/;

/** Adds everything between a client and the platform: bans, the counting of calls, and faults. */
export function standBetween(app: FastifyInstance, context: RestContext): void {
  const { strikes, recorder, invalidRequests } = context;

  app.addHook('onRequest', async (request, reply) => {
    recorder.arrived(request.method, routeOf(request));
    const seconds = invalidRequests.bannedFor(request.ip);
    if (seconds > 0) return sendPage(reply.header('retry-after', seconds), 429);
    if (!USER_AGENT.test(request.headers['user-agent'] ?? '')) throw refusals.blocked();
    const blow = await strikes.request(aimOf(request), 'before');
    return blow && strike(context, request, reply, blow);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const blow = await strikes.request(aimOf(request), 'after');
    if (!blow) return payload;
    return spoil(context, request, reply, blow, payload);
  });

  app.addHook('onResponse', async (request, reply) => {
    recorder.answered(request.method, routeOf(request), reply.statusCode);
    const isShared = reply.getHeader('x-ratelimit-scope') === 'shared';
    invalidRequests.answered(request.ip, reply.statusCode, isShared);
  });
}

/** Returns the route pattern below the version. */
const routeOf = (request: FastifyRequest): string =>
  (request.routeOptions.url ?? '').replace(/^.*\/v10/, '') || 'unknown';

const WithUser = Type.Object({ user_id: Type.String() });

const aimOf = (request: FastifyRequest): Aim => {
  const { method, params } = request;
  const userId = Value.Check(WithUser, params) ? params.user_id : undefined;
  return { method, route: routeOf(request), userId };
};

function strike(
  context: RestContext,
  request: FastifyRequest,
  reply: FastifyReply,
  blow: Blow,
): FastifyReply {
  switch (blow.kind) {
    case 'reset':
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    case 'forget':
      return reply.status(204).send();
    case 'answer':
      if (blow.html) return sendPage(reply, blow.status);
      if (blow.status === 429) return reply.send(unearnedWait(context, request, reply, waitOf(blow)));
      if (blow.body !== undefined)
        return reply
          .status(blow.status)
          .type(blow.type ?? JSON_TYPE)
          .send(blow.body);
      return reply.status(blow.status).send(errorOf(blow));
  }
}

function spoil(
  context: RestContext,
  request: FastifyRequest,
  reply: FastifyReply,
  blow: Blow,
  payload: unknown,
): unknown {
  if (blow.kind === 'reset') request.raw.socket.destroy();
  if (blow.kind !== 'answer') return payload;
  const { status, html, body, type = JSON_TYPE } = blow;
  reply.status(status).type(html ? HTML : type);
  if (status === 429 && !html) return JSON.stringify(unearnedWait(context, request, reply, waitOf(blow)));
  return html ? PAGE : (body ?? JSON.stringify(errorOf(blow)));
}

const waitOf = ({ retryAfter: seconds = 1, scope = 'user' }: FaultyAnswer) => ({ seconds, scope });

const errorOf = ({ status, code = 0 }: FaultyAnswer): RESTError => {
  const blocked = refusals.blocked();
  if (code === blocked.code) return { message: blocked.message, code };
  return { message: `${status}: ${status === 401 ? 'Unauthorized' : 'the sandbox was told to fail'}`, code };
};

const JSON_TYPE = 'application/json; charset=utf-8';

const HTML = 'text/html; charset=UTF-8';
const PAGE = '<!doctype html><title>Access denied</title><h1>Access denied</h1>';
const sendPage = (reply: FastifyReply, status: number): FastifyReply =>
  reply.status(status).type(HTML).send(PAGE);
