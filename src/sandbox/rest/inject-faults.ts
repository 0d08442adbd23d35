import type { RESTError } from 'discord-api-types/v10';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import Value from 'typebox/value';
import type { FaultyAnswer } from '../faults/fault.ts';
import type { FaultTarget, InjectedFault } from '../faults/fault-injection.ts';
import { refusals } from './api-error.ts';
import type { RestContext } from './context.ts';
import { unearnedWait } from './limits.ts';

/** https://docs.discord.com/developers/reference#user-agent */
const USER_AGENT = /^DiscordBot \([^\s,]+, [^\s)]+\)/;

/** Adds everything between a client and the platform: bans, the counting of calls, and faults. */
export function injectFaults(app: FastifyInstance, context: RestContext): void {
  const { injector, recorder, invalidRequests } = context;

  app.addHook('onRequest', async (request, reply) => {
    recorder.arrived(request.method, routeOf(request));
    const seconds = invalidRequests.bannedFor(request.ip);
    if (seconds > 0) return sendPage(reply.header('retry-after', seconds), 429);
    if (!USER_AGENT.test(request.headers['user-agent'] ?? '')) throw refusals.blocked();
    const fault = await injector.request(aimOf(request), 'before');
    return fault && strike(context, request, reply, fault);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = await injector.request(aimOf(request), 'after');
    if (!fault) return payload;
    return spoil(context, request, reply, fault, payload);
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

const aimOf = (request: FastifyRequest): FaultTarget => {
  const { method, params } = request;
  const userId = Value.Check(WithUser, params) ? params.user_id : undefined;
  return { method, route: routeOf(request), userId };
};

function strike(
  context: RestContext,
  request: FastifyRequest,
  reply: FastifyReply,
  fault: InjectedFault,
): FastifyReply {
  switch (fault.kind) {
    case 'reset':
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    case 'forget':
      return reply.status(204).send();
    case 'answer':
      if (fault.html) return sendPage(reply, fault.status);
      if (fault.status === 429) return reply.send(unearnedWait(context, request, reply, waitOf(fault)));
      if (fault.body !== undefined)
        return reply
          .status(fault.status)
          .type(fault.type ?? JSON_TYPE)
          .send(fault.body);
      return reply.status(fault.status).send(errorOf(fault));
  }
}

function spoil(
  context: RestContext,
  request: FastifyRequest,
  reply: FastifyReply,
  fault: InjectedFault,
  payload: unknown,
): unknown {
  if (fault.kind === 'reset') request.raw.socket.destroy();
  if (fault.kind !== 'answer') return payload;
  const { status, html, body, type = JSON_TYPE } = fault;
  reply.status(status).type(html ? HTML : type);
  if (status === 429 && !html) return JSON.stringify(unearnedWait(context, request, reply, waitOf(fault)));
  return html ? PAGE : (body ?? JSON.stringify(errorOf(fault)));
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
