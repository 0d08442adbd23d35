import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Community } from '../community.ts';
import { compareRoles, rolesOf } from '../permissions.ts';
import type { Guild } from '../state.ts';

/** The community in brief, for programs: who is here, and who has which role. */
export const stateRoute =
  (community: Community): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/state', async () => ({
      guilds: [...community.state.guilds.values()].map((guild) => brief(community, guild)),
    }));
  };

function brief(community: Community, guild: Guild) {
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
        // Highest first, without @everyone, which is nobody's in particular.
        roles: rolesOf(guild, member)
          .filter(({ id }) => id !== guild.id)
          .map(({ name }) => name)
          .reverse(),
      };
    }),
  };
}
