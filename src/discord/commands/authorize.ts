import type { BaseInteraction } from 'discord.js';
import type { Audience, Command } from './command.ts';
import type { Context } from './context.ts';
import { ADMIN_PERMISSION } from './definition.ts';
import type { KeptStep } from './step-store.ts';

/** Reason of a refusal, which is also its key in `words.frame`. */
type Refusal = 'notHere' | 'notAllowed' | 'notYours' | 'gone' | 'outOfDate';

/** Returns whether an interaction comes from one of these guilds. */
export const isHere = (interaction: BaseInteraction, guildIds: readonly string[]): boolean =>
  interaction.guildId !== null && guildIds.includes(interaction.guildId);

/**
 * Checks the permission again, because a server may have made a hidden command visible to everyone. Whether the user is
 * an operator takes a call to the platform: see `requireAudience`.
 */
const isAllowed = (interaction: BaseInteraction, audience: Audience): boolean =>
  audience === 'everyone' || (interaction.memberPermissions?.has(ADMIN_PERMISSION) ?? false);

/** @throws Fault if the command is for operators and the user isn't one */
export async function requireAudience(
  { audience }: Pick<Command, 'audience'>,
  context: Context,
): Promise<void> {
  if (audience === 'operator') await context.features.operators.require(context.userId, context.signal);
}

/** @returns why the user can't run this here; null if they can */
export function refuseCommand(
  interaction: BaseInteraction,
  guildIds: readonly string[],
  command: Command | undefined,
): Refusal | null {
  if (!isHere(interaction, guildIds)) return 'notHere';
  if (!command) return 'outOfDate';
  return isAllowed(interaction, command.audience) ? null : 'notAllowed';
}

/** @returns why the user can't use the button, menu or form; null if they can */
export function refuseStep(
  interaction: BaseInteraction,
  kept: KeptStep | null,
  command: Command | undefined,
): Refusal | null {
  if (!kept || kept.guildId !== interaction.guildId) return 'gone';
  if (!command?.steps?.[kept.step]) return 'outOfDate';
  if (!isAllowed(interaction, command.audience)) return 'notAllowed';
  return kept.userId === null || kept.userId === interaction.user.id ? null : 'notYours';
}
