import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, refusals } from './api-error.ts';
import { auditLogRoutes } from './audit-log.ts';
import type { RestContext } from './context.ts';
import { toFormErrors } from './form-errors.ts';
import { gatewayRoutes } from './gateway.ts';
import { limitGlobally, requireToken, sufferFaults } from './guard.ts';
import { guildRoutes } from './guilds.ts';
import { memberRoutes } from './members.ts';
import { selfRoutes } from './self.ts';

/** The platform's REST interface; register it where clients expect `/api`. */
export const restRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.setErrorHandler<FastifyError | ApiError>(answerError);
    app.setNotFoundHandler((_request, reply) => sendRefusal(reply, refusals.notFound()));
    await app.register(
      async (v10) => {
        v10.addHook('onRequest', sufferFaults(context));
        await v10.register(gatewayRoutes(context));
        await v10.register(authenticatedRoutes(context));
      },
      { prefix: '/v10' },
    );
  };

const authenticatedRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addHook('onRequest', requireToken(context));
    app.addHook('onRequest', limitGlobally(context));
    for (const routes of [selfRoutes, guildRoutes, memberRoutes, auditLogRoutes])
      await app.register(routes(context));
  };

function answerError(error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof ApiError) return sendRefusal(reply, error);
  if (error.validation) {
    const source = error.validationContext === 'params' ? request.params : request.query;
    return sendRefusal(reply, refusals.invalidForm(toFormErrors(error.validation, source)));
  }
  const status = error.statusCode ?? 500;
  if (status >= 500) request.log.error({ err: error }, 'sandbox: a request failed');
  const words = status < 500 ? 'Bad Request' : 'Internal Server Error';
  return sendRefusal(reply, new ApiError(status, 0, `${status}: ${words}`));
}

function sendRefusal(reply: FastifyReply, { status, code, message, errors }: ApiError) {
  return reply.status(status).send({ message, code, ...(errors && { errors }) });
}
