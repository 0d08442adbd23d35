import { type APIDMChannel, type APITextChannel, ChannelType, OverwriteType } from 'discord-api-types/v10';
import { toApiUser, userOrGone } from './present.ts';
import type { Channel } from './records.ts';
import type { CommunityState } from './state.ts';

/** The platform's enum of flags has no name for an empty set. */
const NO_FLAGS: number = 0;

/** Converts a channel to the platform's format. */
export function toApiChannel(state: CommunityState, channel: Channel): APITextChannel | APIDMChannel {
  return 'guildId' in channel.in
    ? toApiTextChannel(channel, channel.in.guildId)
    : toApiDirectChannel(state, channel.id, channel.in.userId);
}

/** Converts the bot's direct channel with a user. */
export const toApiDirectChannel = (state: CommunityState, id: string, userId: string): APIDMChannel => ({
  id,
  type: ChannelType.DM,
  name: null,
  flags: NO_FLAGS,
  last_message_id: null,
  recipients: [toApiUser(userOrGone(state, userId))],
});

/** Returns the text channels of a guild in the platform's format. */
export const channelsOf = (state: CommunityState, guildId: string): APITextChannel[] =>
  state.channels
    .values()
    .filter((channel) => 'guildId' in channel.in && channel.in.guildId === guildId)
    .map((channel) => toApiTextChannel(channel, guildId))
    .toArray();

/** Converts a guild's text channel. */
export const toApiTextChannel = (channel: Channel, guildId: string): APITextChannel => ({
  id: channel.id,
  type: ChannelType.GuildText,
  guild_id: guildId,
  name: channel.name,
  position: channel.position,
  parent_id: null,
  topic: null,
  nsfw: false,
  rate_limit_per_user: 0,
  last_message_id: null,
  flags: NO_FLAGS,
  permission_overwrites: channel.overwrites.map(({ id, of, allow, deny }) => ({
    id,
    type: of === 'role' ? OverwriteType.Role : OverwriteType.Member,
    allow,
    deny,
  })),
});
