import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  PermissionFlagsBits,
  type RESTGetAPIGuildRoleResult,
  type RESTGetAPIGuildRolesResult,
  type RESTPatchAPIGuildRolePositionsResult,
  type RESTPatchAPIGuildRoleResult,
  type RESTPostAPIGuildRoleResult,
} from 'discord-api-types/v10';
import Type, { type Static } from 'typebox';
import { changeRole, createRole, deleteRole, moveRoles } from '../changes/roles.ts';
import { compareRoles, isBelow, permissionsOf } from '../permissions.ts';
import { toApiRole } from '../present.ts';
import type { Member, Role } from '../records.ts';
import { Snowflake } from '../snowflake.ts';
import type { Guild } from '../state.ts';
import { fieldError, refusals } from './api-error.ts';
import { causeOf, guildForBot, type RestContext, requirePermission } from './context.ts';

/** https://discord.com/developers/docs/resources/guild#create-guild-role */
const MOST_ROLES = 250;

const GuildParams = Type.Object({ guild_id: Snowflake });
const RoleParams = Type.Object({ guild_id: Snowflake, role_id: Snowflake });
const orNull = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const Color = Type.Integer({ minimum: 0, maximum: 0xffffff });
const RoleBody = Type.Object({
  name: orNull(Type.String({ maxLength: 100 })),
  permissions: orNull(Type.String({ pattern: '^\\d+$' })),
  color: orNull(Color),
  colors: Type.Optional(Type.Object({ primary_color: Color })),
  hoist: orNull(Type.Boolean()),
  mentionable: orNull(Type.Boolean()),
});
const Positions = Type.Array(Type.Object({ id: Snowflake, position: orNull(Type.Integer({ minimum: 0 })) }));

/** Serves roles: https://discord.com/developers/docs/resources/guild#get-guild-roles and the sections after it */
export const roleRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { community } = context;

    app.get(
      '/guilds/:guild_id/roles',
      { schema: { params: GuildParams } },
      async ({ params }): Promise<RESTGetAPIGuildRolesResult> =>
        toList(guildForBot(community, params.guild_id).guild),
    );

    app.get(
      '/guilds/:guild_id/roles/:role_id',
      { schema: { params: RoleParams } },
      async ({ params }): Promise<RESTGetAPIGuildRoleResult> =>
        toApiRole(roleOf(guildForBot(community, params.guild_id).guild, params.role_id)),
    );

    app.post(
      '/guilds/:guild_id/roles',
      { schema: { params: GuildParams, body: RoleBody } },
      async ({ params, body, headers }): Promise<RESTPostAPIGuildRoleResult> => {
        const { guild, self } = guildForBot(community, params.guild_id);
        requirePermission(guild, self, PermissionFlagsBits.ManageRoles);
        if (guild.roles.size >= MOST_ROLES) throw refusals.tooManyRoles();
        const everyone = guild.roles.get(guild.id)?.permissions ?? '0';
        const fresh = { name: 'new role', color: 0, hoist: false, permissions: everyone, managed: false };
        const role = { ...fresh, ...toRole(guild, self, body), id: community.nextId(), position: 1 };
        community.commit(createRole(guild, role, causeOf(context, headers['x-audit-log-reason'])));
        return toApiRole(role);
      },
    );

    app.patch(
      '/guilds/:guild_id/roles',
      { schema: { params: GuildParams, body: Positions } },
      async ({ params, body, headers }): Promise<RESTPatchAPIGuildRolePositionsResult> => {
        const { guild, self } = guildForBot(community, params.guild_id);
        requirePermission(guild, self, PermissionFlagsBits.ManageRoles);
        const positions = toPositions(guild, self, body);
        community.commit(moveRoles(guild, positions, causeOf(context, headers['x-audit-log-reason'])));
        return toList(guild);
      },
    );

    app.patch(
      '/guilds/:guild_id/roles/:role_id',
      { schema: { params: RoleParams, body: RoleBody } },
      async ({ params, body, headers }): Promise<RESTPatchAPIGuildRoleResult> => {
        const { guild, self, role } = manageable(context, params);
        const cause = causeOf(context, headers['x-audit-log-reason']);
        community.commit(changeRole(guild, role.id, toRole(guild, self, body), cause));
        return toApiRole(roleOf(guild, role.id));
      },
    );

    app.delete(
      '/guilds/:guild_id/roles/:role_id',
      { schema: { params: RoleParams } },
      async ({ params, headers }, reply) => {
        const { guild, role } = manageable(context, params);
        if (role.managed || role.id === guild.id) throw refusals.invalidRole();
        community.commit(deleteRole(guild, role.id, causeOf(context, headers['x-audit-log-reason'])));
        return reply.status(204).send();
      },
    );
  };

const toList = (guild: Guild) => [...guild.roles.values()].sort(compareRoles).map(toApiRole);

function roleOf(guild: Guild, roleId: string): Role {
  const role = guild.roles.get(roleId);
  if (!role) throw refusals.unknownRole();
  return role;
}

/** Returns a role that the bot may change: with Manage Roles, and below its own highest role. */
function manageable({ community }: RestContext, ids: Static<typeof RoleParams>) {
  const { guild, self } = guildForBot(community, ids.guild_id);
  const role = roleOf(guild, ids.role_id);
  requirePermission(guild, self, PermissionFlagsBits.ManageRoles);
  if (!isBelow(guild, self, role)) throw refusals.missingPermissions();
  return { guild, self, role };
}

/** Reads the role's new fields. A bot can't grant permissions that it lacks. */
function toRole(guild: Guild, self: Member, body: Static<typeof RoleBody>): Partial<Omit<Role, 'id'>> {
  const { name, permissions, hoist, mentionable } = body;
  const color = body.colors?.primary_color ?? body.color;
  if (permissions && BigInt(permissions) & ~permissionsOf(guild, self)) throw refusals.missingPermissions();
  return {
    ...(name != null && { name }),
    ...(permissions != null && { permissions }),
    ...(color != null && { color }),
    ...(hoist != null && { hoist }),
    ...(mentionable != null && { mentionable }),
  };
}

/** Reads the new positions. Neither the old nor the new position may be at or above the bot's highest role. */
function toPositions(guild: Guild, self: Member, body: Static<typeof Positions>): Map<string, number> {
  const moved = new Map<string, number>();
  for (const [index, { id, position }] of body.entries()) {
    const role = roleOf(guild, id);
    if (position == null || role.position === position) continue;
    if (id === guild.id)
      throw refusals.invalidForm(
        fieldError([index, 'position'], 'GUILD_ROLE_POSITION', 'The default role has no other place.'),
      );
    if (!isBelow(guild, self, role) || !isBelow(guild, self, { ...role, position }))
      throw refusals.missingPermissions();
    moved.set(id, position);
  }
  return moved;
}
