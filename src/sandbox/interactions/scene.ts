import { type Locale, PermissionFlagsBits } from 'discord-api-types/v10';
import { Fault } from '../../errors.ts';
import { permissionsIn } from '../permissions.ts';
import type { CommunityState } from '../state.ts';
import type { Scene } from './base.ts';

/** Returns the scene of a member in a channel. @throws Fault if the member can't see the channel */
export function setScene(state: CommunityState, userId: string, channelId: string, locale: Locale): Scene {
  const channel = state.channels.get(channelId);
  if (!channel) throw new Fault('SANDBOX_UNKNOWN_CHANNEL', `There is no channel with the id ${channelId}.`);
  if ('userId' in channel.in) {
    if (channel.in.userId === userId)
      return { state, userId, channel, locale, guild: undefined, member: undefined };
    throw new Fault('SANDBOX_HIDDEN_CHANNEL', "This is somebody else's direct channel.");
  }
  const guild = state.guilds.get(channel.in.guildId);
  const member = guild?.members.get(userId);
  const permissions = guild && member ? permissionsIn(guild, channel, member) : 0n;
  if (guild && member && permissions & PermissionFlagsBits.ViewChannel)
    return { state, userId, channel, locale, guild, member };
  throw new Fault('SANDBOX_HIDDEN_CHANNEL', 'This member does not see the channel.');
}
