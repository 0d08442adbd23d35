import {
  type APIApplication,
  type APIGuild,
  type APIGuildMember,
  type APIRole,
  type APIUser,
  ApplicationFlags,
  GuildDefaultMessageNotifications,
  GuildExplicitContentFilter,
  GuildMFALevel,
  GuildNSFWLevel,
  GuildPremiumTier,
  GuildVerificationLevel,
  Locale,
  UserPremiumType,
} from 'discord-api-types/v10';
import { compareRoles } from './permissions.ts';
import type { Application, Member, Role, User } from './records.ts';
import type { CommunityState, Guild } from './state.ts';
import { toApiTime } from './timestamp.ts';

/** The platform's enums of flags have no name for an empty set. */
const NO_FLAGS: number = 0;

/** Converts a user to the platform's format. */
export function toApiUser(user: User): APIUser {
  return {
    id: user.id,
    username: user.username,
    // Only bots still have a discriminator: https://discord.com/developers/docs/change-log
    discriminator: user.bot ? user.id.slice(-4) : '0',
    global_name: user.displayName,
    avatar: null,
    avatar_decoration_data: null,
    collectibles: null,
    primary_guild: null,
    flags: NO_FLAGS,
    public_flags: NO_FLAGS,
    ...(user.bot && { bot: true }),
  };
}

/** Converts a user for their own request. @param email only for a token that may read it */
export function toApiSelf(user: User, email: string | undefined): APIUser {
  return {
    ...toApiUser(user),
    banner: null,
    accent_color: null,
    locale: Locale.EnglishUS,
    mfa_enabled: false,
    premium_type: UserPremiumType.None,
    ...(user.bot && { email: null, verified: true }),
    ...(email !== undefined && { email, verified: true }),
  };
}

/** Returns a user, or the platform's placeholder for a deleted account. */
export const userOrGone = (state: CommunityState, id: string): User =>
  state.users.get(id) ?? { id, username: 'Deleted User', displayName: null, bot: false };

/** Converts a member to the platform's format, in which @everyone isn't among the roles. */
export function toApiMember(state: CommunityState, member: Member): APIGuildMember {
  return {
    user: toApiUser(userOrGone(state, member.userId)),
    nick: member.nick ?? null,
    avatar: null,
    banner: null,
    roles: member.roles,
    joined_at: toApiTime(member.joinedAt),
    premium_since: null,
    deaf: false,
    mute: false,
    pending: member.pending,
    communication_disabled_until: member.timeoutUntil === undefined ? null : toApiTime(member.timeoutUntil),
    flags: NO_FLAGS,
  };
}

/** Converts a role to the platform's format. */
export function toApiRole(role: Role): APIRole {
  return {
    id: role.id,
    name: role.name,
    color: role.color,
    colors: { primary_color: role.color, secondary_color: null, tertiary_color: null },
    hoist: role.hoist,
    icon: null,
    unicode_emoji: null,
    position: role.position,
    permissions: role.permissions,
    managed: role.managed,
    mentionable: role.mentionable ?? false,
    flags: NO_FLAGS,
    ...tagsOf(role),
  };
}

function tagsOf({ managedFor, requires }: Role): Pick<APIRole, 'tags'> {
  if (requires) return { tags: { guild_connections: null } };
  if (!managedFor) return {};
  return { tags: 'botId' in managedFor ? { bot_id: managedFor.botId } : { premium_subscriber: null } };
}

/** Converts a guild to the platform's format. */
export function toApiGuild(guild: Guild): APIGuild {
  return {
    ...PLAIN_GUILD,
    ...UNTYPED_GUILD,
    id: guild.id,
    name: guild.name,
    owner_id: guild.ownerId,
    roles: [...guild.roles.values()].sort(compareRoles).map(toApiRole),
  };
}

/** Returns the public part of an application. */
export const toPublicApplication = (application: Application) => ({
  id: application.id,
  name: application.name,
  icon: null,
  description: '',
  type: null,
  bot_public: false,
  bot_require_code_grant: false,
  summary: '' as const,
  verify_key: '0'.repeat(64),
  ...toApiFlags(application),
});

/**
 * Converts the bot's application for its own request.
 * @param owner the owner of the application; in the sandbox, the community's owner
 * @param users number of users who have authorized the application
 */
export function toApiApplication(
  application: Application,
  {
    bot,
    owner,
    redirectUris,
    guilds,
    users,
  }: {
    readonly bot: User | undefined;
    readonly owner: User | undefined;
    readonly redirectUris: readonly string[];
    readonly guilds: number;
    readonly users: number;
  },
): APIApplication {
  return {
    ...toPublicApplication(application),
    team: null,
    interactions_endpoint_url: null,
    role_connections_verification_url: null,
    redirect_uris: [...redirectUris],
    approximate_guild_count: guilds,
    approximate_user_install_count: 0,
    approximate_user_authorization_count: users,
    ...(bot && { bot: toApiUser(bot) }),
    ...(owner && { owner: toApiUser(owner) }),
  };
}

/** Returns the enabled privileged intents, as flags for applications in fewer than 100 guilds. */
export function toApiFlags(application: Application): Pick<APIApplication, 'flags' | 'flags_new'> {
  const flags = application.membersIntent ? ApplicationFlags.GatewayGuildMembersLimited : NO_FLAGS;
  return { flags, flags_new: String(flags) };
}

const PLAIN_GUILD = {
  icon: null,
  splash: null,
  discovery_splash: null,
  banner: null,
  description: null,
  afk_channel_id: null,
  afk_timeout: 300,
  verification_level: GuildVerificationLevel.Low,
  default_message_notifications: GuildDefaultMessageNotifications.OnlyMentions,
  explicit_content_filter: GuildExplicitContentFilter.Disabled,
  emojis: [],
  stickers: [],
  features: [],
  mfa_level: GuildMFALevel.None,
  application_id: null,
  system_channel_id: null,
  system_channel_flags: NO_FLAGS,
  rules_channel_id: null,
  public_updates_channel_id: null,
  safety_alerts_channel_id: null,
  vanity_url_code: null,
  premium_tier: GuildPremiumTier.None,
  premium_subscription_count: 0,
  preferred_locale: Locale.EnglishUS,
  nsfw_level: GuildNSFWLevel.Default,
  premium_progress_bar_enabled: false,
  hub_type: null,
  incidents_data: null,
  region: 'us-west',
  widget_enabled: false,
  widget_channel_id: null,
  max_members: 500_000,
  max_presences: null,
  max_video_channel_users: 25,
  max_stage_video_channel_users: 50,
} satisfies Partial<APIGuild>;

/** Fields that the platform sends, but the library's types lack. */
const UNTYPED_GUILD = { nsfw: false, home_header: null };
