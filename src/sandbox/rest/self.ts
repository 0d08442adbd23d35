import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { RESTGetAPIUserResult, RESTGetCurrentApplicationResult } from 'discord-api-types/v10';
import Type from 'typebox';
import { toApiApplication, toApiUser } from '../present.ts';
import { Snowflake } from '../snowflake.ts';
import { refusals } from './api-error.ts';
import type { RestContext } from './context.ts';

/** Serves the bot's own application, and users by id. */
export const selfRoutes =
  ({ community, oauth }: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const bot = () => community.user(community.state.application.botId);
    const application = async (): Promise<RESTGetCurrentApplicationResult> => {
      const { application, guilds, grants } = community.state;
      const [first] = guilds.values();
      return toApiApplication(application, {
        bot: bot(),
        owner: community.user(first?.ownerId ?? ''),
        redirectUris: oauth.application.redirectUris,
        guilds: guilds
          .values()
          .filter(({ members }) => members.has(application.botId))
          .toArray().length,
        users: new Set(grants.values().map(({ userId }) => userId)).size,
      });
    };

    app.get(
      '/users/:user_id',
      { schema: { params: Type.Object({ user_id: Snowflake }) } },
      async ({ params }): Promise<RESTGetAPIUserResult> => {
        const user = community.user(params.user_id);
        if (!user) throw refusals.unknownUser();
        return toApiUser(user);
      },
    );
    app.get('/applications/@me', application);
    // Older path of the same resource, which @discordjs/core and others still use.
    app.get('/oauth2/applications/@me', application);
  };
