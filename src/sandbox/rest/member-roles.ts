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

/**
 * Serves role changes: https://discord.com/developers/docs/resources/guild#add-guild-member-role and
 * #remove-guild-member-role
 */
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
      const others = context.injector.overlap({ method: 'PUT', route: role, userId: ids.user_id });
      if (others) await writeLate(context, ids, [...roles, ids.role_id], cause, others);
      else community.giveRole(ids.guild_id, ids.user_id, ids.role_id, cause);
      if (!roles.includes(ids.role_id)) changed(request);
      return reply.status(204).send();
    });

    app.delete(role, options, async (request, reply) => {
      const { params: ids, headers } = request;
      const { roles } = checkPath(context, ids);
      const cause = causeOf(context, headers['x-audit-log-reason']);
      const others = context.injector.overlap({ method: 'DELETE', route: role, userId: ids.user_id });
      const left = roles.filter((id) => id !== ids.role_id);
      if (others) await writeLate(context, ids, left, cause, others);
      else community.takeRole(ids.guild_id, ids.user_id, ids.role_id, cause);
      if (roles.includes(ids.role_id)) changed(request);
      return reply.status(204).send();
    });
  };

/**
 * Writes the roles that were read before a parallel change, which is lost by this. The audit log shows only this
 * change, as if the other still held: https://github.com/discord/discord-api-docs/issues/6289
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
 * Returns a role that members can have. @everyone isn't one: for it the platform answers 10011, as for an unknown role
 * (https://github.com/discord/discord-api-docs/issues/1587).
 */
export function roleForBot(guild: Guild, roleId: string): Role {
  const role = roleId === guild.id ? undefined : guild.roles.get(roleId);
  if (!role) throw refusals.unknownRole();
  return role;
}

/** Requires that the bot may give or remove a role. @throws ApiError 50013, or 50028 for a managed role */
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
