import { RequestMethod } from '@discordjs/rest';
import { PermissionFlagsBits, Routes } from 'discord-api-types/v10';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import type { Guild } from '../access/community.ts';
import type { Caller } from './caller.ts';

const GuildRole = Type.Object({
  id: Type.String(),
  name: Type.String(),
  position: Type.Integer(),
  managed: Type.Boolean(),
  permissions: Type.String({ pattern: '^\\d+$' }),
});
type GuildRole = Static<typeof GuildRole>;
const WholeGuild = Type.Object({ name: Type.String(), roles: Type.Array(GuildRole) });
const Self = Type.Object({ id: Type.String() });
const OwnMember = Type.Object({ roles: Type.Array(Type.String()) });

/** A guild with its roles, and which of them the bot can't give. */
export async function getGuild(call: Caller, guildId: string, signal: AbortSignal): Promise<Guild> {
  const get = async (route: `/${string}`) => (await call(RequestMethod.Get, route, { signal })).json();
  const { name, roles } = Value.Parse(WholeGuild, await get(Routes.guild(guildId)));
  const self = Value.Parse(Self, await get(Routes.user()));
  const { roles: own } = Value.Parse(OwnMember, await get(Routes.guildMember(guildId, self.id)));
  // Everybody has the role that is named like the guild.
  const ownRoles = roles.filter(({ id }) => own.includes(id) || id === guildId);
  return {
    name,
    roles: roles.map((role) => ({
      id: role.id,
      name: role.name,
      obstacle: obstacle(role, guildId, ownRoles),
    })),
  };
}

/**
 * Why the bot can't give a role.
 * @see https://discord.com/developers/docs/topics/permissions#permission-hierarchy
 */
function obstacle(role: GuildRole, guildId: string, own: readonly GuildRole[]): string | null {
  if (role.id === guildId) return 'Everybody has this role already.';
  if (role.managed) return 'This role belongs to an integration, and nobody can give it by hand.';
  const permissions = own.reduce((all, { permissions: some }) => all | BigInt(some), 0n);
  const manages = PermissionFlagsBits.ManageRoles | PermissionFlagsBits.Administrator;
  if ((permissions & manages) === 0n) return 'The bot lacks the permission Manage Roles.';
  if (!own.some((held) => isAbove(held, role))) {
    return "This role is at or above the bot's own highest one. Drag the bot's role above it in the server's settings.";
  }
  return null;
}

/** Of two roles at the same position the older one, with the smaller id, is above. */
const isAbove = (one: GuildRole, other: GuildRole): boolean =>
  one.position === other.position ? BigInt(one.id) < BigInt(other.id) : one.position > other.position;
