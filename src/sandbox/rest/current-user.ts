import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  OAuth2Scopes,
  type RESTAPIPartialCurrentUserGuild,
  type RESTGetAPICurrentUserApplicationRoleConnectionResult,
  type RESTGetAPICurrentUserGuildsResult,
  type RESTGetAPICurrentUserResult,
  type RESTGetAPIOAuth2CurrentAuthorizationResult,
  type RESTPutAPICurrentUserApplicationRoleConnectionResult,
} from 'discord-api-types/v10';
import Type from 'typebox';
import { checkMetadata } from '../oauth/check-metadata.ts';
import { setConnection } from '../oauth/connect.ts';
import { type Grant, RoleConnection } from '../oauth/records.ts';
import { permissionsOf } from '../permissions.ts';
import { toApiSelf, toApiUser, toPublicApplication } from '../present.ts';
import type { User } from '../records.ts';
import { compareSnowflakes, IdOrNumber, Snowflake } from '../snowflake.ts';
import type { Guild } from '../state.ts';
import { toApiTime } from '../timestamp.ts';
import { refusals } from './api-error.ts';
import type { RestContext } from './context.ts';
import { isBot } from './guard.ts';

const ApplicationParams = Type.Object({ application_id: Snowflake });
const GuildsPage = Type.Object({
  before: Type.Optional(IdOrNumber),
  after: Type.Optional(IdOrNumber),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  with_counts: Type.Optional(Type.Boolean()),
});

/** Serves the caller's own data: the bot's with its token, or a user's with an OAuth access token. */
export const currentUserRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { community } = context;
    const { state } = community;

    app.get('/users/@me', async ({ headers }): Promise<RESTGetAPICurrentUserResult> => {
      const { user, grant } = whoAsks(context, headers.authorization, OAuth2Scopes.Identify);
      const mayReadEmail = grant?.scopes.includes(OAuth2Scopes.Email);
      return toApiSelf(user, mayReadEmail ? `${user.username}@example.com` : undefined);
    });

    app.get(
      '/users/@me/guilds',
      { schema: { querystring: GuildsPage } },
      async ({ headers, query }): Promise<RESTGetAPICurrentUserGuildsResult> => {
        const { user } = whoAsks(context, headers.authorization, OAuth2Scopes.Guilds);
        const { before, after, limit = 200, with_counts } = query;
        const found = [...state.guilds.values()]
          .filter(({ members }) => members.has(user.id))
          .filter(({ id }) => !before || compareSnowflakes(id, before) < 0)
          .filter(({ id }) => !after || compareSnowflakes(id, after) > 0)
          .sort((a, b) => compareSnowflakes(a.id, b.id));
        const page = before && !after ? found.slice(-limit) : found.slice(0, limit);
        return page.map((guild) => toOwnGuild(guild, user, with_counts === true));
      },
    );

    app.get('/oauth2/@me', async ({ headers }): Promise<RESTGetAPIOAuth2CurrentAuthorizationResult> => {
      const { user, grant } = whoAsks(context, headers.authorization);
      if (!grant) throw refusals.unauthorized();
      const scopes = Object.values(OAuth2Scopes).filter((scope) => grant.scopes.includes(scope));
      return {
        application: toPublicApplication(state.application),
        scopes,
        expires: toApiTime(grant.expiresAt),
        user: toApiUser(user),
      };
    });

    const connection = '/users/@me/applications/:application_id/role-connection';
    app.get(
      connection,
      { schema: { params: ApplicationParams } },
      async ({ params, headers }): Promise<RESTGetAPICurrentUserApplicationRoleConnectionResult> => {
        const user = connectable(context, headers.authorization, params.application_id);
        return state.connections.get(user.id) ?? NO_CONNECTION;
      },
    );
    app.put(
      connection,
      { schema: { params: ApplicationParams, body: Type.Partial(RoleConnection) } },
      async ({ params, body, headers }): Promise<RESTPutAPICurrentUserApplicationRoleConnectionResult> => {
        const user = connectable(context, headers.authorization, params.application_id);
        checkMetadata(state.connectionMetadata, body.metadata ?? {});
        const value = { ...NO_CONNECTION, ...body };
        community.commit(setConnection(state, user.id, value, community.now()));
        return value;
      },
    );
    app.delete(connection, { schema: { params: ApplicationParams } }, async ({ params, headers }, reply) => {
      const user = connectable(context, headers.authorization, params.application_id);
      community.commit(setConnection(state, user.id, undefined, community.now()));
      return reply.status(204).send();
    });
  };

/** Converts a guild for the list of one of its members. */
function toOwnGuild(guild: Guild, user: User, withCounts: boolean): RESTAPIPartialCurrentUserGuild {
  const member = guild.members.get(user.id);
  const { size } = guild.members;
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    banner: null,
    owner: guild.ownerId === user.id,
    features: [],
    permissions: String(member ? permissionsOf(guild, member) : 0n),
    ...(withCounts && { approximate_member_count: size, approximate_presence_count: size }),
  };
}

const NO_CONNECTION: RoleConnection = { platform_name: null, platform_username: null, metadata: {} };

/** Returns the caller. @throws ApiError 401 for an invalid token, 50026 for a missing scope. The bot needs no scope. */
function whoAsks(
  { community, oauth, token }: RestContext,
  authorization = '',
  scope?: OAuth2Scopes,
): { user: User; grant: Grant | undefined } {
  const [, bearer = ''] = /^Bearer (.+)$/.exec(authorization) ?? [];
  const grant = bearer ? oauth.grants.byAccessToken(bearer) : undefined;
  const isKnown = grant !== undefined || isBot(token, authorization);
  const user = community.user(grant?.userId ?? community.state.application.botId);
  if (!isKnown || !user) throw refusals.unauthorized();
  if (grant && scope !== undefined && !grant.scopes.includes(scope)) throw refusals.missingScope();
  return { user, grant };
}

function connectable(context: RestContext, authorization: string | undefined, applicationId: string): User {
  const { user, grant } = whoAsks(context, authorization, OAuth2Scopes.RoleConnectionsWrite);
  if (!grant) throw refusals.unauthorized();
  if (applicationId !== context.community.state.application.id) throw refusals.unknownApplication();
  return user;
}
