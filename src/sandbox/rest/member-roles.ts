import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import { mayAssign } from '../permissions.ts';
import { MEMBER_ROLE } from '../rate-limits.ts';
import { type Member, type Role, Snowflake } from '../records.ts';
import type { Guild } from '../state.ts';
import { refusals } from './api-error.ts';
import { causeOf, guildForBot, memberForBot, type RestContext } from './context.ts';
import { limitTo } from './limits.ts';

const params = Type.Object({ guild_id: Snowflake, user_id: Snowflake, role_id: Snowflake });

/** https://discord.com/developers/docs/resources/guild#add-guild-member-role and the one that takes it */
export const memberRoleRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { community } = context;
    const role = '/guilds/:guild_id/members/:user_id/roles/:role_id';
    const options = { schema: { params }, onRequest: limitTo(context, MEMBER_ROLE) };

    app.put(role, options, async ({ params: ids, headers }, reply) => {
      checkPath(context, ids);
      const cause = causeOf(context, headers['x-audit-log-reason']);
      community.giveRole(ids.guild_id, ids.user_id, ids.role_id, cause);
      return reply.status(204).send();
    });

    app.delete(role, options, async ({ params: ids, headers }, reply) => {
      checkPath(context, ids);
      const cause = causeOf(context, headers['x-audit-log-reason']);
      community.takeRole(ids.guild_id, ids.user_id, ids.role_id, cause);
      return reply.status(204).send();
    });
  };

function checkPath({ community }: RestContext, ids: Static<typeof params>): void {
  const { guild, self } = guildForBot(community, ids.guild_id);
  memberForBot(community, guild, ids.user_id);
  requireAssignable(guild, self, roleForBot(guild, ids.role_id));
}

/**
 * A role that can be somebody's. @everyone is no role to give:
 * https://github.com/discord/discord-api-docs/issues/1587 has the platform answer 10011.
 */
export function roleForBot(guild: Guild, roleId: string): Role {
  const role = roleId === guild.id ? undefined : guild.roles.get(roleId);
  if (!role) throw refusals.unknownRole();
  return role;
}

/** The bot may give or take this role, or the platform's refusal is thrown. */
export function requireAssignable(guild: Guild, self: Member, role: Role): void {
  switch (mayAssign(guild, self, role)) {
    case 'missing-permission':
    case 'hierarchy':
      throw refusals.missingPermissions();
    case 'managed':
      throw refusals.invalidRole();
    case 'allowed':
  }
}
