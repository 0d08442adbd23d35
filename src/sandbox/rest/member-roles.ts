import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import type { Cause } from '../changes/change.ts';
import { changeMember } from '../changes/members.ts';
import { mayAssign } from '../permissions.ts';
import { MEMBER_ROLE } from '../rate-limits.ts';
import type { Member, Role } from '../records.ts';
import { Snowflake } from '../snowflake.ts';
import type { Guild } from '../state.ts';
import { refusals } from './api-error.ts';
import { causeOf, guildForBot, memberForBot, type RestContext } from './context.ts';
import { noteAttempts } from './note-attempts.ts';

const params = Type.Object({ guild_id: Snowflake, user_id: Snowflake, role_id: Snowflake });

/** https://discord.com/developers/docs/resources/guild#add-guild-member-role and the one that takes it */
export const memberRoleRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { community } = context;
    const role = '/guilds/:guild_id/members/:user_id/roles/:role_id';
    const { hooks, changed } = noteAttempts(context);
    const options = { schema: { params }, config: { bucket: MEMBER_ROLE }, ...hooks };

    app.put(role, options, async (request, reply) => {
      const { params: ids, headers } = request;
      const { roles } = checkPath(context, ids);
      const cause = causeOf(context, headers['x-audit-log-reason']);
      const others = context.strikes.overlap({ method: 'PUT', route: role, userId: ids.user_id });
      if (others) await writeLate(context, ids, [...roles, ids.role_id], cause, others);
      else community.giveRole(ids.guild_id, ids.user_id, ids.role_id, cause);
      if (!roles.includes(ids.role_id)) changed(request);
      return reply.status(204).send();
    });

    app.delete(role, options, async (request, reply) => {
      const { params: ids, headers } = request;
      const { roles } = checkPath(context, ids);
      const cause = causeOf(context, headers['x-audit-log-reason']);
      const others = context.strikes.overlap({ method: 'DELETE', route: role, userId: ids.user_id });
      const left = roles.filter((id) => id !== ids.role_id);
      if (others) await writeLate(context, ids, left, cause, others);
      else community.takeRole(ids.guild_id, ids.user_id, ids.role_id, cause);
      if (roles.includes(ids.role_id)) changed(request);
      return reply.status(204).send();
    });
  };

/**
 * Writes the roles that were read before others wrote theirs. The audit log tells of this change alone, as if the
 * others had stayed: https://github.com/discord/discord-api-docs/issues/6289
 */
async function writeLate(
  { community }: RestContext,
  ids: Static<typeof params>,
  roles: readonly string[],
  cause: Cause,
  others: Promise<unknown>,
): Promise<void> {
  await others;
  const guild = community.guild(ids.guild_id);
  if (!guild?.members.has(ids.user_id)) return;
  const known = roles.filter((id) => guild.roles.has(id));
  const change = changeMember(guild, ids.user_id, { roles: known }, cause);
  const entries = change?.entries?.filter((entry) => entry.role?.id === ids.role_id) ?? [];
  community.commit(change && { ...change, entries });
}

function checkPath({ community }: RestContext, ids: Static<typeof params>): Member {
  const { guild, self } = guildForBot(community, ids.guild_id);
  const member = memberForBot(community, guild, ids.user_id);
  requireAssignable(guild, self, roleForBot(guild, ids.role_id));
  return member;
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
