import { PermissionFlagsBits } from 'discord-api-types/v10';
import { type Guild, type Obstacle, POWERS, type Power } from '../access/community.ts';
import type { Caller } from './caller.ts';
import { type BotPermissions, type GuildRole, includes, readBotPermissions } from './permissions.ts';

const BITS: Readonly<Record<Power, bigint>> = {
  Administrator: PermissionFlagsBits.Administrator,
  'Manage Server': PermissionFlagsBits.ManageGuild,
  'Manage Roles': PermissionFlagsBits.ManageRoles,
  'Manage Channels': PermissionFlagsBits.ManageChannels,
  'Manage Webhooks': PermissionFlagsBits.ManageWebhooks,
  'Ban Members': PermissionFlagsBits.BanMembers,
  'Kick Members': PermissionFlagsBits.KickMembers,
  'Mention Everyone': PermissionFlagsBits.MentionEveryone,
};

/** Reads a guild with its roles, their powers, and the obstacles to giving them. */
export async function getGuild(call: Caller, guildId: string, signal: AbortSignal): Promise<Guild> {
  const botPermissions = await readBotPermissions(call, guildId, signal);
  const { name, owner_id: ownerId, roles } = botPermissions;
  const ranked = [...roles].sort((one, other) => (isAbove(one, other) ? 1 : -1));
  return {
    name,
    ownerId,
    roles: ranked.map((role, rank) => ({
      id: role.id,
      name: role.name,
      rank,
      powers: POWERS.filter((power) => (BigInt(role.permissions) & BITS[power]) !== 0n),
      obstacle: obstacle(role, botPermissions),
    })),
  };
}

/**
 * Returns why the bot can't give a role; null if it can.
 * @see https://discord.com/developers/docs/topics/permissions#permission-hierarchy
 */
function obstacle(role: GuildRole, { guildId, own, permissions }: BotPermissions): Obstacle | null {
  if (role.id === guildId) return { code: 'ROLE_OF_EVERYBODY' };
  if (role.managed) return { code: 'ROLE_MANAGED' };
  if (!includes(permissions, PermissionFlagsBits.ManageRoles)) return { code: 'MANAGE_ROLES_MISSING' };
  return own.some((held) => isAbove(held, role)) ? null : { code: 'ROLE_TOO_HIGH' };
}

/** Returns whether a role ranks above another. At the same position the older role, with the smaller id, is higher. */
const isAbove = (one: GuildRole, other: GuildRole): boolean =>
  one.position === other.position ? BigInt(one.id) < BigInt(other.id) : one.position > other.position;
