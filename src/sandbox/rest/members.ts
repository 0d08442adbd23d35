import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type {
  RESTGetAPIGuildMemberResult,
  RESTGetAPIGuildMembersResult,
  RESTGetAPIGuildMembersSearchResult,
} from 'discord-api-types/v10';
import Type from 'typebox';
import { toApiMember } from '../present.ts';
import { LIST_MEMBERS, MEMBER, SEARCH_MEMBERS } from '../rate-limits.ts';
import { compareSnowflakes, IdOrNumber, Snowflake } from '../snowflake.ts';
import { refusals } from './api-error.ts';
import { guildForBot, memberForBot, type RestContext } from './context.ts';
import { noteAttempts } from './note-attempts.ts';

const GuildParams = Type.Object({ guild_id: Snowflake });
const MemberParams = Type.Object({ guild_id: Snowflake, user_id: Snowflake });
const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 }));
const Page = Type.Object({ limit, after: Type.Optional(IdOrNumber) });
const Search = Type.Object({ limit, query: Type.String({ minLength: 1, maxLength: 100 }) });

/**
 * Serves reads of members: https://discord.com/developers/docs/resources/guild#list-guild-members and the sections
 * after it
 */
export const memberRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { community } = context;
    const { state } = community;

    app.get(
      '/guilds/:guild_id/members',
      { schema: { params: GuildParams, querystring: Page }, config: { bucket: LIST_MEMBERS } },
      async ({ params, query }): Promise<RESTGetAPIGuildMembersResult> => {
        const { guild } = guildForBot(community, params.guild_id);
        if (!state.application.membersIntent) throw refusals.missingAccess();
        const { limit = 1, after = '0' } = query;
        return guild.members
          .values()
          .filter(({ userId }) => compareSnowflakes(userId, after) > 0)
          .take(limit)
          .map((member) => toApiMember(state, member))
          .toArray();
      },
    );

    app.get(
      '/guilds/:guild_id/members/search',
      { schema: { params: GuildParams, querystring: Search }, config: { bucket: SEARCH_MEMBERS } },
      async ({ params, query }): Promise<RESTGetAPIGuildMembersSearchResult> => {
        const { guild } = guildForBot(community, params.guild_id);
        const prefix = query.query.toLowerCase();
        return guild.members
          .values()
          .filter(({ userId, nick }) =>
            [nick, community.user(userId)?.username].some((name) => name?.toLowerCase().startsWith(prefix)),
          )
          .take(query.limit ?? 1)
          .map((member) => toApiMember(state, member))
          .toArray();
      },
    );

    app.get(
      '/guilds/:guild_id/members/:user_id',
      {
        schema: { params: MemberParams },
        config: { bucket: MEMBER },
        ...noteAttempts(context).hooks,
      },
      async ({ params }): Promise<RESTGetAPIGuildMemberResult> => {
        const { guild } = guildForBot(community, params.guild_id);
        return toApiMember(state, memberForBot(community, guild, params.user_id));
      },
    );
  };
