import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { RESTGetAPICurrentUserResult, RESTGetCurrentApplicationResult } from 'discord-api-types/v10';
import { toApiApplication, toApiUser } from '../present.ts';
import { refusals } from './api-error.ts';
import type { RestContext } from './context.ts';

/** The bot asks about itself. */
export const selfRoutes =
  ({ community }: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const bot = () => community.user(community.state.application.botId);
    const application = async (): Promise<RESTGetCurrentApplicationResult> =>
      toApiApplication(community.state.application, bot());

    app.get('/users/@me', async (): Promise<RESTGetAPICurrentUserResult> => {
      const self = bot();
      if (!self) throw refusals.unknownUser();
      return toApiUser(self);
    });
    app.get('/applications/@me', application);
    // The older address of the same: @discordjs/core and others still ask here.
    app.get('/oauth2/applications/@me', application);
  };
