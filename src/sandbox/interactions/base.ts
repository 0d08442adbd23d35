import { randomBytes } from 'node:crypto';
import {
  type APIBaseInteraction,
  ApplicationIntegrationType,
  InteractionContextType,
  type InteractionType,
  Locale,
} from 'discord-api-types/v10';
import { SIZE_LIMIT } from '../attachments/attach.ts';
import { permissionsIn } from '../permissions.ts';
import { toApiMember, toApiUser, userOrGone } from '../present.ts';
import { toApiChannel } from '../present-channel.ts';
import type { Channel, Member } from '../records.ts';
import type { CommunityState, Guild } from '../state.ts';

/** The acting member and the channel. Without a guild, it is the direct channel with the bot. */
export interface Scene {
  readonly state: CommunityState;
  readonly userId: string;
  readonly channel: Channel;
  readonly guild: Guild | undefined;
  readonly member: Member | undefined;
  readonly locale: Locale;
}

/**
 * Returns the fields that all interactions share:
 * https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object
 */
export function describeScene<Type extends InteractionType>(scene: Scene, id: string, type: Type) {
  const { state, channel, guild, member, userId, locale } = scene;
  const self = guild?.members.get(state.application.botId);
  const user = toApiUser(userOrGone(state, userId));
  const common = {
    id,
    application_id: state.application.id,
    type,
    token: randomBytes(32).toString('base64url'),
    version: 1,
    channel_id: channel.id,
    channel: toApiChannel(state, channel),
    app_permissions: guild && self ? String(permissionsIn(guild, channel, self)) : '0',
    locale,
    entitlements: [],
    attachment_size_limit: SIZE_LIMIT,
  } satisfies Partial<APIBaseInteraction<Type, unknown>>;
  if (!guild || !member)
    return {
      ...common,
      user,
      context: InteractionContextType.BotDM,
      authorizing_integration_owners: { [ApplicationIntegrationType.GuildInstall]: '0' },
    };
  return {
    ...common,
    guild_id: guild.id,
    guild: { id: guild.id, features: [], locale: Locale.EnglishUS },
    guild_locale: Locale.EnglishUS,
    member: {
      ...toApiMember(state, member),
      user,
      permissions: String(permissionsIn(guild, channel, member)),
    },
    context: InteractionContextType.Guild,
    authorizing_integration_owners: { [ApplicationIntegrationType.GuildInstall]: guild.id },
  };
}
