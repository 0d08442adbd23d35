import { PermissionFlagsBits } from 'discord-api-types/v10';
import { permissionsIn } from '../../permissions.ts';
import type { Channel, User } from '../../records.ts';
import type { CommunityState, Guild } from '../../state.ts';

/** The member and the channel that a page asks for. */
export interface Viewpoint {
  readonly as?: string | undefined;
  readonly in?: string | undefined;
}

/** A resolved viewpoint. The channel is the requested one if the member can see it, otherwise the first visible one. */
export interface Found {
  readonly you: User | undefined;
  readonly channel: Channel | undefined;
  readonly channels: readonly Channel[];
  readonly direct: Channel | undefined;
}

/** Finds the member and the channel of a viewpoint, and all channels that the member can see. */
export function resolveViewpoint(state: CommunityState, guild: Guild, viewpoint: Viewpoint): Found {
  const you = findPerson(state, guild, viewpoint.as);
  const member = you && guild.members.get(you.id);
  const all = [...state.channels.values()].sort((a, b) => a.position - b.position);
  const channels = all.filter(
    (channel) =>
      'guildId' in channel.in &&
      channel.in.guildId === guild.id &&
      member !== undefined &&
      (permissionsIn(guild, channel, member) & PermissionFlagsBits.ViewChannel) !== 0n,
  );
  const direct = all.find((channel) => 'userId' in channel.in && channel.in.userId === you?.id);
  const reachable = direct ? [...channels, direct] : channels;
  return {
    you,
    channels,
    direct,
    channel: reachable.find(({ id }) => id === viewpoint.in) ?? reachable[0],
  };
}

/** Returns the requested user. By default, picks a member without roles, who has the most to try out. */
function findPerson(state: CommunityState, guild: Guild, wanted: string | undefined): User | undefined {
  const known = wanted === undefined ? undefined : state.users.get(wanted);
  if (known && !known.bot) return known;
  const people = [...guild.members.values()].filter(({ userId }) => !state.users.get(userId)?.bot);
  const first = people.find(({ roles }) => roles.length === 0) ?? people[0];
  return first && state.users.get(first.userId);
}
