import { DiscordAPIError, RequestMethod } from '@discordjs/rest';
import {
  ApplicationFlags,
  ChannelType,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  Routes,
  TeamMemberMembershipState,
  TeamMemberRole,
} from 'discord-api-types/v10';
import Type, { type Static } from 'typebox';
import { CommunityRefusal } from '../access/community.ts';
import { type ChannelObstacle, PERMISSIONS, type Permission, type Platform } from '../admin/platform.ts';
import { isSnowflake } from '../snowflake.ts';
import { type Caller, readAnswer } from './caller.ts';
import { everybodyIn, includes, Overwrite, permissionsInChannel, readBotPermissions } from './permissions.ts';

const Account = Type.Object({ id: Type.String() });

/**
 * Team that owns an application. Its owner may be missing from the list of members.
 * @see https://discord.com/developers/docs/topics/teams#data-models-team-object
 */
const Team = Type.Object({
  owner_user_id: Type.Union([Type.String(), Type.Null()]),
  members: Type.Array(
    Type.Object({
      membership_state: Type.Integer(),
      role: Type.Optional(Type.String()),
      user: Account,
    }),
  ),
});

/** The bot's own application. `flags` contains the privileged intents enabled in the developer portal. */
const Application = Type.Object({
  name: Type.String(),
  flags: Type.Optional(Type.Integer()),
  /** For an application owned by a team, an account that represents the team. */
  owner: Type.Optional(Account),
  team: Type.Optional(Type.Union([Team, Type.Null()])),
});

/** The intent has one flag for small bots and another for verified ones. */
const MEMBERS_INTENT = ApplicationFlags.GatewayGuildMembers | ApplicationFlags.GatewayGuildMembersLimited;

const BITS: Readonly<Record<Permission, bigint>> = {
  'manage roles': PermissionFlagsBits.ManageRoles,
  'kick members': PermissionFlagsBits.KickMembers,
};

const Channel = Type.Object({
  type: Type.Integer(),
  guild_id: Type.Optional(Type.String()),
  permission_overwrites: Type.Optional(Type.Array(Overwrite)),
});

/** Channel types that can hold a log. */
const TEXT_CHANNELS: readonly number[] = [ChannelType.GuildText, ChannelType.GuildAnnouncement];

/** Permissions needed to log in a channel, in the order in which a missing one is reported. */
const NEEDED: readonly (readonly [bigint, ChannelObstacle])[] = [
  [PermissionFlagsBits.ViewChannel, 'hidden'],
  [PermissionFlagsBits.SendMessages, 'read only'],
  [PermissionFlagsBits.EmbedLinks, 'no cards'],
];

/** Implements the bot's view of itself with the platform's REST API. */
export function createPlatform(call: Caller): Platform {
  return {
    async identify(signal) {
      const route = Routes.currentApplication();
      const response = await call(RequestMethod.Get, route, { signal });
      const application = await readAnswer(Application, route, response);
      const { name, flags = 0 } = application;
      const date = Date.parse(response.headers.get('date') ?? '');
      return {
        name,
        operatorIds: operatorsOf(application),
        hasMembersIntent: (flags & MEMBERS_INTENT) !== 0,
        at: Number.isNaN(date) ? null : new Date(date),
      };
    },
    async permissionsIn(guildId, signal) {
      const { permissions } = await readBotPermissions(call, guildId, signal);
      return new Set(PERMISSIONS.filter((permission) => includes(permissions, BITS[permission])));
    },
    async lookAtChannel(guildId, channelId, signal) {
      const useless = (obstacle: ChannelObstacle) => ({ obstacle, isPublic: false });
      const channel = await readChannel(call, channelId, signal);
      if (typeof channel === 'string') return useless(channel);
      if (channel.guild_id !== guildId) return useless('elsewhere');
      if (!TEXT_CHANNELS.includes(channel.type)) return useless('no text channel');
      const botPermissions = await readBotPermissions(call, guildId, signal);
      const overwrites = channel.permission_overwrites ?? [];
      const permissions = permissionsInChannel(botPermissions, overwrites);
      const everybodys = permissionsInChannel(everybodyIn(botPermissions), overwrites);
      return {
        obstacle: NEEDED.find(([permission]) => !includes(permissions, permission))?.[1] ?? null,
        isPublic: includes(everybodys, PermissionFlagsBits.ViewChannel),
      };
    },
  };
}

/** Returns the accounts that can access the bot's token: the owner, or the team members with more than read access. */
function operatorsOf({ owner, team }: Static<typeof Application>): readonly string[] {
  if (!team) return owner ? [owner.id] : [];
  const members = team.members.filter(
    ({ membership_state, role }) =>
      membership_state === TeamMemberMembershipState.Accepted && OPERATING_ROLES.includes(role ?? ''),
  );
  return [
    ...(team.owner_user_id === null ? [] : [team.owner_user_id]),
    ...members.map(({ user }) => user.id),
  ];
}

const OPERATING_ROLES: readonly string[] = [TeamMemberRole.Admin, TeamMemberRole.Developer];

async function readChannel(
  call: Caller,
  channelId: string,
  signal: AbortSignal,
): Promise<Static<typeof Channel> | 'unknown' | 'hidden'> {
  // Checked before it becomes part of a URL.
  if (!isSnowflake(channelId)) return 'unknown';
  try {
    const route = Routes.channel(channelId);
    return await readAnswer(Channel, route, await call(RequestMethod.Get, route, { signal }));
  } catch (error) {
    if (isRefusal(error, RESTJSONErrorCodes.UnknownChannel)) return 'unknown';
    if (isRefusal(error, RESTJSONErrorCodes.MissingAccess)) return 'hidden';
    throw error;
  }
}

const isRefusal = (error: unknown, code: RESTJSONErrorCodes): boolean =>
  error instanceof CommunityRefusal && error.cause instanceof DiscordAPIError && error.cause.code === code;
