import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { RESTGetAPIGatewayBotResult, RESTGetAPIGatewayResult } from 'discord-api-types/v10';
import type { RestContext } from './context.ts';
import { limitGlobally, requireToken } from './guard.ts';

/** Where the gateway is. Only the bot's variant asks who wants to know. */
export const gatewayRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/gateway', async (): Promise<RESTGetAPIGatewayResult> => ({ url: context.gatewayUrl }));

    app.get(
      '/gateway/bot',
      { onRequest: [requireToken(context), limitGlobally(context)] },
      async (): Promise<RESTGetAPIGatewayBotResult> => ({
        url: context.gatewayUrl,
        shards: 1,
        session_start_limit: { total: 1000, remaining: 1000, reset_after: 86_400_000, max_concurrency: 1 },
      }),
    );
  };
