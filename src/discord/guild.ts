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
    ...{ name, ownerId },
    roles: ranked.map((role, rank) => ({
      ...{ id: role.id, name: role.name, rank },
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
  if (role.id === guildId)
    return { code: 'ROLE_OF_EVERYBODY', message: 'Every member already has this role.' };
  if (role.managed) return MANAGED;
  if (!includes(permissions, PermissionFlagsBits.ManageRoles)) return MAY_NOT_MANAGE;
  return own.some((held) => isAbove(held, role)) ? null : TOO_HIGH;
}

const MANAGED: Obstacle = {
  code: 'ROLE_MANAGED',
  message: 'This role belongs to an integration, and nobody can give it by hand.',
};

const MAY_NOT_MANAGE: Obstacle = {
  code: 'MANAGE_ROLES_MISSING',
  message: "The bot lacks the permission Manage Roles. Give it to the bot's role in the server's settings.",
};

const TOO_HIGH: Obstacle = {
  code: 'ROLE_TOO_HIGH',
  message:
    "This role is at or above the bot's own highest one. Drag the bot's role above it in the server's settings.",
};

/** Returns whether a role ranks above another. At the same position the older role, with the smaller id, is higher. */
const isAbove = (one: GuildRole, other: GuildRole): boolean =>
  one.position === other.position ? BigInt(one.id) < BigInt(other.id) : one.position > other.position;
