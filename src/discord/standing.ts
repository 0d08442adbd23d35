import { RequestMethod } from '@discordjs/rest';
import { type APIOverwrite, OverwriteType, PermissionFlagsBits, Routes } from 'discord-api-types/v10';
import Type, { type Static } from 'typebox';
import type { Caller } from './caller.ts';
import { readAnswer } from './read-answer.ts';

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

/** A guild, and what the bot is there. */
export interface Standing extends Static<typeof WholeGuild> {
  readonly guildId: string;
  readonly selfId: string;
  /** The bot's own roles, with the one that everybody has. */
  readonly own: readonly GuildRole[];
  /** What the bot is allowed everywhere in the guild. */
  readonly permissions: bigint;
}

/** Asks the platform for a guild, and no more than that. */
export async function readGuild(call: Caller, guildId: string, signal: AbortSignal) {
  const route = Routes.guild(guildId);
  return readAnswer(WholeGuild, route, await call(RequestMethod.Get, route, { signal }));
}

/** Asks the platform who the bot is. */
export async function readSelfId(call: Caller, signal: AbortSignal): Promise<string> {
  const route = Routes.user();
  const { id } = await readAnswer(Self, route, await call(RequestMethod.Get, route, { signal }));
  return id;
}

/** Asks the platform who the bot is in a guild. */
export async function readStanding(call: Caller, guildId: string, signal: AbortSignal): Promise<Standing> {
  const guild = await readGuild(call, guildId, signal);
  const { roles } = guild;
  const selfId = await readSelfId(call, signal);
  const route = Routes.guildMember(guildId, selfId);
  const { roles: held } = await readAnswer(
    OwnMember,
    route,
    await call(RequestMethod.Get, route, { signal }),
  );
  // Everybody has the role whose id is the guild's.
  const own = roles.filter(({ id }) => held.includes(id) || id === guildId);
  const permissions = own.reduce((all, role) => all | BigInt(role.permissions), 0n);
  return { ...guild, guildId, selfId, own, permissions };
}

/** What somebody is who has no role but the one that everybody has. */
export function everybodyIn({
  guildId,
  roles,
}: Standing): Pick<Standing, 'guildId' | 'own' | 'selfId' | 'permissions'> {
  const own = roles.filter(({ id }) => id === guildId);
  const permissions = own.reduce((all, role) => all | BigInt(role.permissions), 0n);
  return { guildId, own, permissions, selfId: '' };
}

/** Whether a permission is among these; an administrator has them all. */
export const includes = (permissions: bigint, permission: bigint): boolean =>
  (permissions & (permission | PermissionFlagsBits.Administrator)) !== 0n;

/** A channel's exception from what its guild allows. */
export const Overwrite = Type.Object({
  id: Type.String(),
  type: Type.Enum([OverwriteType.Role, OverwriteType.Member]),
  allow: Bits,
  deny: Bits,
});

/**
 * What the bot is allowed in a channel: everybody's exception counts first, then those of its roles together,
 * then its own.
 * @see https://discord.com/developers/docs/topics/permissions#permission-overwrites
 */
export function permissionsInChannel(
  { guildId, own, selfId, permissions }: Pick<Standing, 'guildId' | 'own' | 'selfId' | 'permissions'>,
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
