import { ChannelType } from 'discord-api-types/v10';
import Type from 'typebox';

/**
 * The types that a menu or an option narrows channels down to, also those of which there is no channel here:
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
