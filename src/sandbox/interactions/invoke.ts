import {
  type APIApplicationCommandAutocompleteInteraction,
  type APIApplicationCommandInteraction,
  ApplicationCommandType,
  type InteractionType,
  PermissionFlagsBits,
} from 'discord-api-types/v10';
import { Fault } from '../../errors.ts';
import type { Command } from '../application-commands/schema.ts';
import { toApiMessage } from '../messages/present.ts';
import { permissionsIn } from '../permissions.ts';
import type { Message } from '../records.ts';
import type { Scene } from './base.ts';
import { commandFor } from './commands-for.ts';
import { fillIn, fillInSoFar, idsIn, nest, optionsAt, type Values } from './options.ts';
import { resolve, withoutEmpty } from './resolve.ts';

type Data = APIApplicationCommandInteraction['data'];
type Completion = APIApplicationCommandAutocompleteInteraction['data'];

/** Returns the data of a slash command. A subcommand is given with its parents. */
export function toCommandData(scene: Scene, command: string, values: Values): Data {
  const [name = '', ...path] = command.split(' ');
  const found = commandFor(scene, name);
  const filled = fillIn(optionsAt(found.body.options ?? [], path), values);
  return {
    ...base(found, ApplicationCommandType.ChatInput),
    options: nest<InteractionType.ApplicationCommand>(path, filled),
    ...withoutEmpty(resolve(scene, idsIn(filled))),
  };
}

/** Returns the data of an autocompletion request. */
export function toCompletion(scene: Scene, command: string, focused: string, values: Values): Completion {
  const [name = '', ...path] = command.split(' ');
  const found = commandFor(scene, name);
  const filled = fillInSoFar(optionsAt(found.body.options ?? [], path), focused, values);
  return {
    ...base(found, ApplicationCommandType.ChatInput),
    options: nest<InteractionType.ApplicationCommandAutocomplete>(path, filled),
  };
}

/**
 * Returns the data of a user command, which needs the permission to send messages:
 * https://docs.discord.com/developers/interactions/application-commands#user-commands
 * @throws Fault for an unknown user or command, or if the member may not send messages here
 */
export function toUserMenuData(scene: Scene, name: string, userId: string): Data {
  const { guild, channel, member } = scene;
  const found = commandFor(scene, name, ApplicationCommandType.User);
  const { users, members } = resolve(scene, { users: [userId] });
  if (!users[userId]) throw new Fault('SANDBOX_UNKNOWN_USER', 'This member sees no such user.');
  const held = guild && member ? permissionsIn(guild, channel, member) : PermissionFlagsBits.SendMessages;
  if (!(held & PermissionFlagsBits.SendMessages))
    throw new Fault('SANDBOX_MUTE_CHANNEL', 'This member may not speak here, so the menu is refused.');
  return {
    ...base(found, ApplicationCommandType.User),
    target_id: userId,
    resolved: { users, ...(members[userId] && { members }) },
  };
}

/**
 * Returns the data of a message command. The bot gets the whole message, even if another user wrote it:
 * https://docs.discord.com/developers/interactions/application-commands#message-commands
 * @throws Fault for an unknown command
 */
export function toMessageMenuData(scene: Scene, name: string, message: Message): Data {
  const found = commandFor(scene, name, ApplicationCommandType.Message);
  return {
    ...base(found, ApplicationCommandType.Message),
    target_id: message.id,
    resolved: { messages: { [message.id]: toApiMessage(scene.state, message) } },
  };
}

const base = <Type extends ApplicationCommandType>({ id, guildId, body }: Command, type: Type) => ({
  id,
  type,
  name: body.name,
  ...(guildId !== undefined && { guild_id: guildId }),
});
