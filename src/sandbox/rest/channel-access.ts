import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { Community } from '../community.ts';
import { permissionsIn } from '../permissions.ts';
import type { Channel, Message } from '../records.ts';
import type { Guild } from '../state.ts';
import { refusals } from './api-error.ts';

/** A channel, and what the bot may do in it; the guild is undefined for a direct one. */
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

/** A channel that the bot can see: 10003 where there is none, 50001 where it can't be seen. */
export function channelForBot(community: Community, channelId: string): ChannelAccess {
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

/** The bot may do this in the channel, or it is told that it may not. */
export function requireInChannel({ permissions }: ChannelAccess, permission: bigint): void {
  if ((permissions & permission) !== permission) throw refusals.missingPermissions();
}

/** A message that is in the channel for all to see. */
export function messageForBot(community: Community, channelId: string, messageId: string): Message {
  const message = community.state.messages.get(channelId)?.get(messageId);
  if (!message || message.visibleTo !== undefined) throw refusals.unknownMessage();
  return message;
}

/** A direct message reaches who shares a server with the bot and has not closed them: 50007 else. */
export function requireReachable(community: Community, { channel }: ChannelAccess): void {
  if (!('userId' in channel.in)) return;
  const { userId } = channel.in;
  const { botId } = community.state.application;
  const shared = community.state.guilds
    .values()
    .some(({ members }) => members.has(userId) && members.has(botId));
  if (!shared || community.user(userId)?.closedDms) throw refusals.cannotSendToUser();
}
