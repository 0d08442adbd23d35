import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { OAuth2Scopes, PermissionFlagsBits, type RESTPutAPIGuildMemberResult } from 'discord-api-types/v10';
import Type, { type Static } from 'typebox';
import { join } from '../changes/members.ts';
import { toApiMember } from '../present.ts';
import { CHANGE_MEMBER } from '../rate-limits.ts';
import type { Member } from '../records.ts';
import { Snowflake } from '../snowflake.ts';
import type { Guild } from '../state.ts';
import { refusals } from './api-error.ts';
import { guildForBot, type RestContext, requirePermission } from './context.ts';
import { requireAssignable, roleForBot } from './member-roles.ts';

const params = Type.Object({ guild_id: Snowflake, user_id: Snowflake });
const Body = Type.Object({
  access_token: Type.String(),
  nick: Type.Optional(Type.String({ maxLength: 32 })),
  roles: Type.Optional(Type.Array(Snowflake)),
});

/** Serves joining with an access token: https://discord.com/developers/docs/resources/guild#add-guild-member */
export const memberJoinRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { community } = context;
    app.put(
      '/guilds/:guild_id/members/:user_id',
      { schema: { params, body: Body }, config: { bucket: CHANGE_MEMBER } },
      async ({ params: ids, body }, reply) => {
        const { guild, self } = guildForBot(community, ids.guild_id);
        const user = joiner(context, ids.user_id, body.access_token);
        requireJoinable(guild, self, body);
        // For an existing member, the platform ignores nickname and roles.
        if (guild.members.has(user.id)) return reply.status(204).send();
        const { roles = [], nick } = body;
        const member: Member = {
          userId: user.id,
          roles,
          joinedAt: community.now().toISOString(),
          // A member who joins with roles skips the screening.
          pending: guild.screening === true && roles.length === 0,
          ...(nick !== undefined && { nick }),
        };
        community.commit(join(community.state, guild, user, member));
        const added: RESTPutAPIGuildMemberResult = toApiMember(community.state, member);
        return reply.status(201).send(added);
      },
    );
  };

/**
 * Returns the user of an access token.
 * @throws ApiError 50025 for an invalid token or another user's, 50026 without the `guilds.join` scope
 */
function joiner({ community, oauth }: RestContext, userId: string, accessToken: string) {
  const grant = oauth.grants.byAccessToken(accessToken);
  const user = community.user(userId);
  if (!user || grant?.userId !== userId) throw refusals.invalidAccessToken();
  if (!grant.scopes.includes(OAuth2Scopes.GuildsJoin)) throw refusals.missingScope();
  return user;
}

function requireJoinable(guild: Guild, self: Member, { roles, nick }: Static<typeof Body>): void {
  requirePermission(guild, self, PermissionFlagsBits.CreateInstantInvite);
  if (nick !== undefined) requirePermission(guild, self, PermissionFlagsBits.ManageNicknames);
  for (const id of roles ?? []) requireAssignable(guild, self, roleForBot(guild, id));
}
