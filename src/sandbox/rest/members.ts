import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { RESTGetAPIGuildMemberResult, RESTGetAPIGuildMembersResult } from 'discord-api-types/v10';
import Type, { type Static } from 'typebox';
import type { Cause } from '../changes.ts';
import { mayAssign } from '../permissions.ts';
import { toApiMember } from '../present.ts';
import { MEMBER, MEMBER_ROLE } from '../rate-limits.ts';
import { compareSnowflakes } from '../snowflake.ts';
import { Snowflake } from '../state.ts';
import { refusals } from './api-error.ts';
import { guildForBot, memberForBot, type RestContext } from './context.ts';
import { limitTo } from './guard.ts';

const GuildParams = Type.Object({ guild_id: Snowflake });
const MemberParams = Type.Object({ guild_id: Snowflake, user_id: Snowflake });
const RoleParams = Type.Object({ guild_id: Snowflake, user_id: Snowflake, role_id: Snowflake });
const Page = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 1 }),
  after: Type.String({ pattern: '^\\d{1,20}$', default: '0' }),
});

/** https://discord.com/developers/docs/resources/guild#list-guild-members and what follows there */
export const memberRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { community } = context;

    app.get(
      '/guilds/:guild_id/members',
      { schema: { params: GuildParams, querystring: Type.Partial(Page) } },
      async ({ params, query }): Promise<RESTGetAPIGuildMembersResult> => {
        const { guild } = guildForBot(community, params.guild_id);
        if (!community.state.application.membersIntent) throw refusals.missingAccess();
        const { limit = 1, after = '0' } = query;
        return guild.members
          .filter(({ userId }) => compareSnowflakes(userId, after) > 0)
          .sort((a, b) => compareSnowflakes(a.userId, b.userId))
          .slice(0, limit)
          .map((member) => toApiMember(community.state, member));
      },
    );

    app.get(
      '/guilds/:guild_id/members/:user_id',
      { schema: { params: MemberParams }, onRequest: limitTo(context, MEMBER) },
      async ({ params }): Promise<RESTGetAPIGuildMemberResult> => {
        const { guild } = guildForBot(community, params.guild_id);
        return toApiMember(community.state, memberForBot(community, guild, params.user_id));
      },
    );

    const role = '/guilds/:guild_id/members/:user_id/roles/:role_id';
    const options = { schema: { params: RoleParams }, onRequest: limitTo(context, MEMBER_ROLE) };

    app.put(role, options, async ({ params, headers }, reply) => {
      requireAssignable(context, params);
      const cause = causeOf(context, headers['x-audit-log-reason']);
      community.giveRole(params.guild_id, params.user_id, params.role_id, cause);
      return reply.status(204).send();
    });

    app.delete(role, options, async ({ params, headers }, reply) => {
      requireAssignable(context, params);
      const cause = causeOf(context, headers['x-audit-log-reason']);
      community.takeRole(params.guild_id, params.user_id, params.role_id, cause);
      return reply.status(204).send();
    });
  };

/**
 * The bot may give or take this role, or the platform's refusal is thrown. @everyone is no role to give:
 * https://github.com/discord/discord-api-docs/issues/1587 has the platform answer 10011.
 */
function requireAssignable({ community }: RestContext, ids: Static<typeof RoleParams>): void {
  const { guild, self } = guildForBot(community, ids.guild_id);
  memberForBot(community, guild, ids.user_id);
  const role = guild.roles.find(({ id }) => id === ids.role_id && id !== guild.id);
  if (!role) throw refusals.unknownRole();
  switch (mayAssign(guild, self, role)) {
    case 'missing-permission':
    case 'hierarchy':
      throw refusals.missingPermissions();
    case 'managed':
      throw refusals.invalidRole();
    case 'allowed':
  }
}

/** The reason comes percent-encoded, as a header holds only ASCII. */
function causeOf({ community }: RestContext, header: string | string[] | undefined): Cause {
  const by = community.state.application.botId;
  if (typeof header !== 'string' || header === '') return { by };
  const reason = decode(header);
  // https://discord.com/developers/docs/resources/audit-log: 1-512 URL-encoded characters
  if (reason.length <= 512) return { by, reason };
  const message = 'Must be 512 or fewer in length.';
  throw refusals.invalidForm({ reason: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message }] } });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
