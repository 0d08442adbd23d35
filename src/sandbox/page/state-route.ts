import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { LocalCommunity } from '../community.ts';
import { compareRoles, rolesOf } from '../permissions.ts';
import type { Guild } from '../state.ts';

/** Serves a summary of the community for programs: its members and their roles. */
export const stateRoute =
  (community: LocalCommunity): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/state', async () => ({
      guilds: [...community.state.guilds.values()].map((guild) => brief(community, guild)),
    }));
  };

function brief(community: LocalCommunity, guild: Guild) {
  return {
    id: guild.id,
    name: guild.name,
    roles: [...guild.roles.values()]
      .sort((a, b) => compareRoles(b, a))
      .map(({ id, name, position, managed }) => ({ id, name, position, managed })),
    members: [...guild.members.values()].map((member) => {
      const user = community.user(member.userId);
      return {
        id: member.userId,
        username: user?.username ?? '',
        bot: user?.bot ?? false,
        pending: member.pending,
        // Highest first, without @everyone, which every member has.
        roles: rolesOf(guild, member)
          .filter(({ id }) => id !== guild.id)
          .map(({ name }) => name)
          .reverse(),
      };
    }),
  };
}
