import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { LocalCommunity } from '../community.ts';
import { permissionsIn } from '../permissions.ts';
import type { Channel, Message } from '../records.ts';
import type { Guild } from '../state.ts';
import { refusals } from './api-error.ts';

/** A channel with the bot's permissions in it. The guild is undefined for a direct channel. */
export interface ChannelAccess {
  readonly channel: Channel;
  readonly guild: Guild | undefined;
  readonly permissions: bigint;
}

const IN_DIRECT =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.ReadMessageHistory;

/** Returns a channel that the bot can see. @throws ApiError 10003 for an unknown channel, 50001 for a hidden one */
export function channelForBot(community: LocalCommunity, channelId: string): ChannelAccess {
  const channel = community.state.channels.get(channelId);
  if (!channel) throw refusals.unknownChannel();
  if ('userId' in channel.in) return { channel, guild: undefined, permissions: IN_DIRECT };
  const guild = community.guild(channel.in.guildId);
  const self = guild?.members.get(community.state.application.botId);
  if (!guild || !self) throw refusals.missingAccess();
  const permissions = permissionsIn(guild, channel, self);
  if (!(permissions & PermissionFlagsBits.ViewChannel)) throw refusals.missingAccess();
  return { channel, guild, permissions };
}

/** Requires a permission of the bot in a channel. @throws ApiError 50013 */
export function requireInChannel({ permissions }: ChannelAccess, permission: bigint): void {
  if ((permissions & permission) !== permission) throw refusals.missingPermissions();
}

/** Returns a message that isn't ephemeral. @throws ApiError 10008 */
export function messageForBot(community: LocalCommunity, channelId: string, messageId: string): Message {
  const message = community.state.messages.get(channelId)?.get(messageId);
  if (!message || message.visibleTo !== undefined) throw refusals.unknownMessage();
  return message;
}

/**
 * Requires that a user accepts direct messages from the bot: they share a server and the user hasn't closed them.
 * @throws ApiError 50007
 */
export function requireReachable(community: LocalCommunity, { channel }: ChannelAccess): void {
  if (!('userId' in channel.in)) return;
  const { userId } = channel.in;
  const { botId } = community.state.application;
  const shared = community.state.guilds
    .values()
    .some(({ members }) => members.has(userId) && members.has(botId));
  if (!shared || community.user(userId)?.closedDms) throw refusals.cannotSendToUser();
}
