import { ChannelType } from 'discord-api-types/v10';
import Type from 'typebox';

/**
 * Channel types that a menu or option can be restricted to, including types that the sandbox doesn't have:
 * https://docs.discord.com/developers/resources/channel#channel-object-channel-types
 */
export const ChannelTypes = Type.Optional(
  Type.Array(
    Type.Enum([
      ChannelType.GuildText,
      ChannelType.GuildVoice,
      ChannelType.GuildCategory,
      ChannelType.GuildAnnouncement,
      ChannelType.AnnouncementThread,
      ChannelType.PublicThread,
      ChannelType.PrivateThread,
      ChannelType.GuildStageVoice,
      ChannelType.GuildForum,
      ChannelType.GuildMedia,
    ]),
  ),
);
