import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { RESTError } from 'discord-api-types/v10';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, refusals } from './api-error.ts';
import { auditLogRoutes } from './audit-log.ts';
import { channelRoutes } from './channels.ts';
import { commandRoutes } from './commands.ts';
import type { RestContext } from './context.ts';
import { currentUserRoutes } from './current-user.ts';
import { formErrorsOf, toErrorData } from './form-errors.ts';
import { gatewayRoutes } from './gateway.ts';
import { requireToken } from './guard.ts';
import { guildRoutes } from './guilds.ts';
import { injectFaults } from './inject-faults.ts';
import { interactionCallbackRoutes } from './interaction-callbacks.ts';
import { limitEach, limitGlobally } from './limits.ts';
import { memberChangeRoutes } from './member-changes.ts';
import { memberJoinRoutes } from './member-joins.ts';
import { memberRoleRoutes } from './member-roles.ts';
import { memberRoutes } from './members.ts';
import { messageRoutes } from './messages.ts';
import { oauthTokenRoutes } from './oauth.ts';
import { roleConnectionRoutes } from './role-connections.ts';
import { roleRoutes } from './roles.ts';
import { selfRoutes } from './self.ts';
import { takeUploads } from './uploads.ts';
import { validator } from './validator.ts';
import { webhookRoutes } from './webhooks.ts';

const BOT_ROUTES = [
  commandRoutes,
  selfRoutes,
  guildRoutes,
  roleRoutes,
  memberRoutes,
  memberChangeRoutes,
  memberJoinRoutes,
  roleConnectionRoutes,
  memberRoleRoutes,
  channelRoutes,
  messageRoutes,
  auditLogRoutes,
];

/** Serves the platform's REST API. Register it under the path that clients use as `/api`. */
export const restRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.setValidatorCompiler(validator);
    app.setErrorHandler<FastifyError | ApiError>(answerError);
    app.setNotFoundHandler((_request, reply) => sendRefusal(reply, refusals.notFound()));
    await app.register(
      async (v10) => {
        injectFaults(v10, context);
        takeUploads(v10);
        await v10.register(gatewayRoutes(context));
        // Routes with credentials of their own. Interaction callbacks and webhooks don't count against the global
        // limit:
        // https://discord.com/developers/docs/interactions/receiving-and-responding
        await v10.register(interactionCallbackRoutes(context));
        await v10.register(oauthTokenRoutes(context));
        await v10.register(userRoutes(context));
        await v10.register(webhookRoutes(context));
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
    app.addHook('onRequest', limitEach(context));
    for (const routes of BOT_ROUTES) await app.register(routes(context));
  };

/** Each of these routes authenticates the caller itself. All share the global limit. */
const userRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addHook('onRequest', limitGlobally(context));
    await app.register(currentUserRoutes(context));
  };

function answerError(error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof ApiError) return sendRefusal(reply, error);
  if (error.validation) return sendRefusal(reply, refusals.invalidForm(formErrorsOf(error, request)));
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY')
    return sendRefusal(reply, refusals.invalidJson());
  if (error.statusCode === 413) return sendRefusal(reply, refusals.tooLarge());
  const status = error.statusCode ?? 500;
  if (status >= 500) request.log.error({ err: error }, 'sandbox: a request failed');
  const words = status < 500 ? 'Bad Request' : 'Internal Server Error';
  return sendRefusal(reply, new ApiError(status, 0, `${status}: ${words}`));
}

function sendRefusal(reply: FastifyReply, { status, code, message, errors }: ApiError) {
  const body: RESTError = { message, code, ...(errors && { errors: toErrorData(errors) }) };
  return reply.status(status).send(body);
}
