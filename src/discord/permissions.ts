import { RequestMethod } from '@discordjs/rest';
import { type APIOverwrite, OverwriteType, PermissionFlagsBits, Routes } from 'discord-api-types/v10';
import Type, { type Static } from 'typebox';
import { type Caller, readAnswer } from './caller.ts';

const Bits = Type.String({ pattern: '^\\d+$' });

const GuildRole = Type.Object({
  id: Type.String(),
  name: Type.String(),
  position: Type.Integer(),
  managed: Type.Boolean(),
  permissions: Bits,
});
export type GuildRole = Static<typeof GuildRole>;

const WholeGuild = Type.Object({
  name: Type.String(),
  owner_id: Type.String(),
  roles: Type.Array(GuildRole),
});
const Self = Type.Object({ id: Type.String() });
const OwnMember = Type.Object({ roles: Type.Array(Type.String()) });

/** Guild, with the bot's roles and permissions in it. */
export interface BotPermissions extends Static<typeof WholeGuild> {
  readonly guildId: string;
  readonly selfId: string;
  /** The bot's roles, including @everyone. */
  readonly own: readonly GuildRole[];
  /** The bot's permissions in the whole guild, before channel overwrites. */
  readonly permissions: bigint;
}

/** Reads a guild with a single call. */
export async function readGuild(call: Caller, guildId: string, signal: AbortSignal) {
  const route = Routes.guild(guildId);
  return readAnswer(WholeGuild, route, await call(RequestMethod.Get, route, { signal }));
}

/** Reads the bot's own user id. */
export async function readSelfId(call: Caller, signal: AbortSignal): Promise<string> {
  const route = Routes.user();
  const { id } = await readAnswer(Self, route, await call(RequestMethod.Get, route, { signal }));
  return id;
}

/** Reads a guild, and the bot's roles and permissions in it. */
export async function readBotPermissions(
  call: Caller,
  guildId: string,
  signal: AbortSignal,
): Promise<BotPermissions> {
  const guild = await readGuild(call, guildId, signal);
  const { roles } = guild;
  const selfId = await readSelfId(call, signal);
  const route = Routes.guildMember(guildId, selfId);
  const { roles: held } = await readAnswer(
    OwnMember,
    route,
    await call(RequestMethod.Get, route, { signal }),
  );
  // The id of the @everyone role is the guild's id.
  const own = roles.filter(({ id }) => held.includes(id) || id === guildId);
  const permissions = own.reduce((all, role) => all | BigInt(role.permissions), 0n);
  return { ...guild, guildId, selfId, own, permissions };
}

/** Returns the standing of a member who has only the @everyone role. */
export function everybodyIn({
  guildId,
  roles,
}: BotPermissions): Pick<BotPermissions, 'guildId' | 'own' | 'selfId' | 'permissions'> {
  const own = roles.filter(({ id }) => id === guildId);
  const permissions = own.reduce((all, role) => all | BigInt(role.permissions), 0n);
  return { guildId, own, permissions, selfId: '' };
}

/** Returns whether the permissions include this one. An administrator has all of them. */
export const includes = (permissions: bigint, permission: bigint): boolean =>
  (permissions & (permission | PermissionFlagsBits.Administrator)) !== 0n;

export const Overwrite = Type.Object({
  id: Type.String(),
  type: Type.Enum([OverwriteType.Role, OverwriteType.Member]),
  allow: Bits,
  deny: Bits,
});

/**
 * Computes permissions in a channel. The overwrites apply in this order: @everyone, all own roles together, the member.
 * @see https://discord.com/developers/docs/topics/permissions#permission-overwrites
 */
export function permissionsInChannel(
  { guildId, own, selfId, permissions }: Pick<BotPermissions, 'guildId' | 'own' | 'selfId' | 'permissions'>,
  overwrites: readonly Pick<APIOverwrite, 'id' | 'allow' | 'deny'>[],
): bigint {
  if ((permissions & PermissionFlagsBits.Administrator) !== 0n) return permissions;
  const ownIds = own.map(({ id }) => id).filter((id) => id !== guildId);
  return [[guildId], ownIds, [selfId]].reduce((allowed, ids) => {
    const step = overwrites.filter(({ id }) => ids.includes(id));
    const deny = step.reduce((all, overwrite) => all | BigInt(overwrite.deny), 0n);
    const allow = step.reduce((all, overwrite) => all | BigInt(overwrite.allow), 0n);
    return (allowed & ~deny) | allow;
  }, permissions);
}
