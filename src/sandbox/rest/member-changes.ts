import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { PermissionFlagsBits, type RESTPatchAPIGuildMemberResult } from 'discord-api-types/v10';
import Type, { type Static } from 'typebox';
import { changeMember, leave } from '../changes/members.ts';
import { hasPermission, outranks } from '../permissions.ts';
import { toApiMember } from '../present.ts';
import { CHANGE_MEMBER } from '../rate-limits.ts';
import type { Member } from '../records.ts';
import { idLike, Snowflake } from '../snowflake.ts';
import type { Guild } from '../state.ts';
import { fieldError, refusals } from './api-error.ts';
import { causeOf, guildForBot, memberForBot, type RestContext, requirePermission } from './context.ts';
import { requireAssignable, roleForBot } from './member-roles.ts';
import { noteAttempts } from './note-attempts.ts';

const params = Type.Object({ guild_id: Snowflake, user_id: Snowflake });
const PatchParams = Type.Object({
  guild_id: Snowflake,
  user_id: idLike('^(@me|[1-9]\\d{16,})$'),
});
const Patch = Type.Object({
  nick: Type.Optional(Type.Union([Type.String({ maxLength: 32 }), Type.Null()])),
  roles: Type.Optional(Type.Union([Type.Array(Snowflake), Type.Null()])),
  communication_disabled_until: Type.Optional(
    Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  ),
  mute: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  deaf: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  channel_id: Type.Optional(Type.Union([Snowflake, Type.Null()])),
});
/** Not a route of its own, since some clients encode it as `%40me`. */
const SELF = '@me';

/** In milliseconds. */
const LONGEST_TIMEOUT = 28 * 86_400_000;

/**
 * Serves changes of members: https://discord.com/developers/docs/resources/guild#modify-guild-member,
 * #modify-current-member and #remove-guild-member
 */
export const memberChangeRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { community } = context;

    const { hooks, changed } = noteAttempts(context);
    app.patch(
      '/guilds/:guild_id/members/:user_id',
      { schema: { params: PatchParams, body: Patch }, config: { bucket: CHANGE_MEMBER }, ...hooks },
      async (request): Promise<RESTPatchAPIGuildMemberResult> => {
        const { params: ids, headers } = request;
        const { guild, self } = guildForBot(community, ids.guild_id);
        const isSelf = ids.user_id === SELF;
        // The bot can only change its own nickname; other fields are ignored.
        const body = isSelf ? onlyNick(request.body) : request.body;
        const userId = isSelf ? self.userId : ids.user_id;
        const member = memberForBot(community, guild, userId);
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
        const change = changeMember(guild, userId, patch, cause);
        community.commit(change);
        if (change) changed(request);
        return toApiMember(community.state, memberForBot(community, guild, userId));
      },
    );

    app.delete(
      '/guilds/:guild_id/members/:user_id',
      { schema: { params }, config: { bucket: CHANGE_MEMBER } },
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

const onlyNick = ({ nick }: Static<typeof Patch>): Static<typeof Patch> =>
  nick === undefined ? {} : { nick };

/** Requires the permissions for the given fields. For roles, only the added and removed ones count. */
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
    // Administrators can't be timed out, whatever their rank.
    const isAdministrator = hasPermission(guild, member, PermissionFlagsBits.Administrator);
    if (isAdministrator || !outranks(guild, self, member)) throw refusals.missingPermissions();
  }
  requireNoVoice(guild, self, patch);
  if (patch.roles === undefined) return;
  requirePermission(guild, self, PermissionFlagsBits.ManageRoles);
  const wanted = new Set(patch.roles ?? []);
  for (const id of wanted.symmetricDifference(new Set(member.roles)))
    requireAssignable(guild, self, roleForBot(guild, id));
}

/** Refuses changes that need a voice connection: the sandbox has no voice channels. */
function requireNoVoice(guild: Guild, self: Member, { mute, deaf, channel_id }: Static<typeof Patch>): void {
  if (mute != null) requirePermission(guild, self, PermissionFlagsBits.MuteMembers);
  if (deaf != null) requirePermission(guild, self, PermissionFlagsBits.DeafenMembers);
  if (channel_id !== undefined) requirePermission(guild, self, PermissionFlagsBits.MoveMembers);
  if (mute != null || deaf != null || channel_id !== undefined) throw refusals.notInVoice();
}
