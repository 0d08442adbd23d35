import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { RESTGetAPIGatewayBotResult, RESTGetAPIGatewayResult } from 'discord-api-types/v10';
import { IDENTIFY, SESSION_START } from '../rate-limits.ts';
import type { RestContext } from './context.ts';
import { requireToken } from './guard.ts';
import { limitGlobally } from './limits.ts';

/** Recommended value: https://discord.com/developers/docs/events/gateway#get-gateway-bot */
const GUILDS_PER_SHARD = 1_000;

/** Serves the gateway's URL. Only the variant for bots needs a token. */
export const gatewayRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/gateway', async (): Promise<RESTGetAPIGatewayResult> => ({ url: context.gatewayUrl }));

    app.get(
      '/gateway/bot',
      { onRequest: [requireToken(context), limitGlobally(context)] },
      async (): Promise<RESTGetAPIGatewayBotResult> => {
        const { remaining, resetAfterMs } = context.take(SESSION_START, context.token, 0);
        const guilds = context.community.state.guilds.size;
        return {
          url: context.gatewayUrl,
          shards: Math.max(1, Math.ceil(guilds / GUILDS_PER_SHARD)),
          session_start_limit: {
            total: SESSION_START.limit,
            remaining,
            reset_after: resetAfterMs,
            max_concurrency: IDENTIFY.limit,
          },
        };
      },
    );
  };
