import { ApplicationCommandType, InteractionContextType, PermissionFlagsBits } from 'discord-api-types/v10';
import { Fault } from '../../errors.ts';
import type { Command } from '../application-commands/schema.ts';
import { permissionsIn } from '../permissions.ts';
import type { Scene } from './base.ts';

const { Administrator, UseApplicationCommands } = PermissionFlagsBits;

const { ChatInput } = ApplicationCommandType;

/** Returns the commands of a type that a member can use in a channel. A guild's own commands precede global ones. */
export function commandsFor(scene: Scene, type: ApplicationCommandType = ChatInput): Command[] {
  const { state, guild } = scene;
  return [...state.commands.values()]
    .filter(({ body }) => (body.type ?? ChatInput) === type)
    .filter(({ guildId }) => guildId === undefined || guildId === guild?.id)
    .filter((command) => isOffered(scene, command))
    .sort((a, b) => Number(b.guildId !== undefined) - Number(a.guildId !== undefined));
}

/** Returns a command by name. @throws Fault if the member can't use such a command here */
export function commandFor(scene: Scene, name: string, type = ChatInput): Command {
  const command = commandsFor(scene, type).find(({ body }) => body.name === name);
  if (command) return command;
  throw new Fault('SANDBOX_UNKNOWN_COMMAND', `This member is offered no command called ${name} here.`);
}

/** https://discord.com/developers/docs/interactions/application-commands#permissions, and contexts */
function isOffered({ guild, member, channel }: Scene, { body }: Command): boolean {
  const { contexts, default_member_permissions: needed } = body;
  const context = guild ? InteractionContextType.Guild : InteractionContextType.BotDM;
  if (contexts && !contexts.includes(context)) return false;
  if (!guild || !member) return true;
  const held = permissionsIn(guild, channel, member);
  if (!(held & UseApplicationCommands)) return false;
  if (needed == null || held & Administrator) return true;
  // "0" restricts the command to administrators.
  return needed !== '0' && (held & BigInt(needed)) === BigInt(needed);
}
