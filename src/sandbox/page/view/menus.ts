import { ApplicationCommandType, Locale } from 'discord-api-types/v10';
import { commandsFor } from '../../interactions/commands-for.ts';
import { setScene } from '../../interactions/scene.ts';
import type { Channel, User } from '../../records.ts';
import type { CommunityState } from '../../state.ts';

const { User: OfUser, Message: OfMessage } = ApplicationCommandType;

/** Returns the names of the user and message commands that a member can use in a channel. */
export function toMenus(state: CommunityState, you: User | undefined, channel: Channel | undefined) {
  if (!you || !channel) return { user: [], message: [] };
  const scene = setScene(state, you.id, channel.id, Locale.EnglishUS);
  const names = (type: typeof OfUser | typeof OfMessage) =>
    commandsFor(scene, type).map(({ body }) => body.name);
  return { user: names(OfUser), message: names(OfMessage) };
}
