import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { RESTGetAPIGuildResult } from 'discord-api-types/v10';
import Type from 'typebox';
import { toApiGuild } from '../present.ts';
import { Snowflake } from '../snowflake.ts';
import { guildForBot, type RestContext } from './context.ts';

const schema = {
  params: Type.Object({ guild_id: Snowflake }),
  querystring: Type.Object({ with_counts: Type.Optional(Type.Boolean()) }),
};

/** Serves guilds: https://discord.com/developers/docs/resources/guild */
export const guildRoutes =
  ({ community }: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/guilds/:guild_id', { schema }, async ({ params, query }): Promise<RESTGetAPIGuildResult> => {
      const { guild } = guildForBot(community, params.guild_id);
      const count = guild.members.size;
      return {
        ...toApiGuild(guild),
        ...(query.with_counts && { approximate_member_count: count, approximate_presence_count: count }),
      };
    });
  };
