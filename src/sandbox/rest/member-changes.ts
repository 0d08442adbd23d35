import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { PermissionFlagsBits, type RESTPatchAPIGuildMemberResult } from 'discord-api-types/v10';
import Type, { type Static } from 'typebox';
import { changeMember, leave } from '../changes/members.ts';
import { hasPermission, outranks } from '../permissions.ts';
import { toApiMember } from '../present.ts';
import { CHANGE_MEMBER } from '../rate-limits.ts';
import { type Member, Snowflake } from '../records.ts';
import type { Guild } from '../state.ts';
import { fieldError, refusals } from './api-error.ts';
import { causeOf, guildForBot, memberForBot, type RestContext, requirePermission } from './context.ts';
import { limitTo } from './limits.ts';
import { requireAssignable, roleForBot } from './member-roles.ts';

const params = Type.Object({ guild_id: Snowflake, user_id: Snowflake });
const Patch = Type.Object({
  nick: Type.Optional(Type.Union([Type.String({ maxLength: 32 }), Type.Null()])),
  roles: Type.Optional(Type.Union([Type.Array(Snowflake), Type.Null()])),
  communication_disabled_until: Type.Optional(
    Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  ),
});

/** The longest time-out, in milliseconds. */
const LONGEST_TIMEOUT = 28 * 86_400_000;

/** https://discord.com/developers/docs/resources/guild#modify-guild-member and #remove-guild-member */
export const memberChangeRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { community } = context;

    app.patch(
      '/guilds/:guild_id/members/:user_id',
      { schema: { params, body: Patch }, onRequest: limitTo(context, CHANGE_MEMBER) },
      async ({ params: ids, body, headers }): Promise<RESTPatchAPIGuildMemberResult> => {
        const { guild, self } = guildForBot(community, ids.guild_id);
        const member = memberForBot(community, guild, ids.user_id);
        requirePatchable(guild, self, member, body);
        const { nick, roles, communication_disabled_until: timeoutUntil } = body;
        if (timeoutUntil && Date.parse(timeoutUntil) > community.now().getTime() + LONGEST_TIMEOUT)
          throw refusals.invalidForm(
            fieldError(
              ['communication_disabled_until'],
              'INVALID_COMMUNICATION_DISABLED_TIMESTAMP',
              'Invalid communication disabled timestamp',
            ),
          );
        const patch = {
          ...(nick !== undefined && { nick }),
          ...(roles !== undefined && { roles: roles ?? [] }),
          ...(timeoutUntil !== undefined && { timeoutUntil }),
        };
        const cause = causeOf(context, headers['x-audit-log-reason']);
        community.commit(changeMember(guild, ids.user_id, patch, cause));
        return toApiMember(community.state, memberForBot(community, guild, ids.user_id));
      },
    );

    app.delete(
      '/guilds/:guild_id/members/:user_id',
      { schema: { params }, onRequest: limitTo(context, CHANGE_MEMBER) },
      async ({ params: ids, headers }, reply) => {
        const { guild, self } = guildForBot(community, ids.guild_id);
        const member = memberForBot(community, guild, ids.user_id);
        requirePermission(guild, self, PermissionFlagsBits.KickMembers);
        if (!outranks(guild, self, member)) throw refusals.missingPermissions();
        const cause = causeOf(context, headers['x-audit-log-reason']);
        community.commit(leave(community.state, guild, ids.user_id, cause));
        return reply.status(204).send();
      },
    );
  };

/** Each field has a permission of its own; the roles that change count, not those that are listed. */
function requirePatchable(guild: Guild, self: Member, member: Member, patch: Static<typeof Patch>): void {
  const isSelf = self.userId === member.userId;
  if (patch.nick !== undefined) {
    requirePermission(
      guild,
      self,
      isSelf ? PermissionFlagsBits.ChangeNickname : PermissionFlagsBits.ManageNicknames,
    );
    if (!isSelf && !outranks(guild, self, member)) throw refusals.missingPermissions();
  }
  if (patch.communication_disabled_until !== undefined) {
    requirePermission(guild, self, PermissionFlagsBits.ModerateMembers);
    // Administrators can't be timed out, wherever they stand.
    const isAdministrator = hasPermission(guild, member, PermissionFlagsBits.Administrator);
    if (isAdministrator || !outranks(guild, self, member)) throw refusals.missingPermissions();
  }
  if (patch.roles === undefined) return;
  requirePermission(guild, self, PermissionFlagsBits.ManageRoles);
  const wanted = new Set(patch.roles ?? []);
  for (const id of wanted.symmetricDifference(new Set(member.roles)))
    requireAssignable(guild, self, roleForBot(guild, id));
}
