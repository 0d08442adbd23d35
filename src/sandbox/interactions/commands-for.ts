import { ApplicationCommandType, InteractionContextType, PermissionFlagsBits } from 'discord-api-types/v10';
import { Fault } from '../../errors.ts';
import type { Command } from '../application-commands/schema.ts';
import { permissionsIn } from '../permissions.ts';
import type { Scene } from './base.ts';

const { Administrator, UseApplicationCommands } = PermissionFlagsBits;

const { ChatInput } = ApplicationCommandType;

/**
 * The commands of a type that a member is offered where they are: slash commands, or those in the menu of a user
 * or message. A guild's own come before those of everywhere.
 */
export function commandsFor(scene: Scene, type: ApplicationCommandType = ChatInput): Command[] {
  const { state, guild } = scene;
  return [...state.commands.values()]
    .filter(({ body }) => (body.type ?? ChatInput) === type)
    .filter(({ guildId }) => guildId === undefined || guildId === guild?.id)
    .filter((command) => isOffered(scene, command))
    .sort((a, b) => Number(b.guildId !== undefined) - Number(a.guildId !== undefined));
}

/** @throws Fault where the member is offered no such command */
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
  // "0" is for administrators only.
  return needed !== '0' && (held & BigInt(needed)) === BigInt(needed);
}
