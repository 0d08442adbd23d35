import { permissionsIn } from '../permissions.ts';
import type { CommunityState } from '../state.ts';

/** Returns the guild of a channel, and a user's permissions there; 0 outside of guilds. */
export function whereabouts(state: CommunityState, userId: string, channelId: string) {
  const channel = state.channels.get(channelId);
  const guild = channel && 'guildId' in channel.in ? state.guilds.get(channel.in.guildId) : undefined;
  const member = guild?.members.get(userId);
  const permissions = channel && guild && member ? permissionsIn(guild, channel, member) : 0n;
  return { guild, permissions };
}
