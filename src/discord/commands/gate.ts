import type { BaseInteraction } from 'discord.js';
import type { Audience, Command } from './command.ts';
import type { Context } from './context.ts';
import { ADMIN_PERMISSION } from './definition.ts';
import type { KeptStep } from './step-store.ts';

/** What a refusal says. */
type Refusal = 'notHere' | 'notAllowed' | 'notYours' | 'gone' | 'outOfDate';

/** Whether an interaction comes from one of these guilds. */
export const isHere = (interaction: BaseInteraction, guildIds: readonly string[]): boolean =>
  interaction.guildId !== null && guildIds.includes(interaction.guildId);

/**
 * What the platform hides is checked again here: a server may have shown a command to everybody. Who runs the bot the
 * platform has to be asked: see `requireAudience`.
 */
const isAllowed = (interaction: BaseInteraction, audience: Audience): boolean =>
  audience === 'everyone' || (interaction.memberPermissions?.has(ADMIN_PERMISSION) ?? false);

/** @throws Fault where a command is for those who run the bot, and this isn't one of them */
export async function requireAudience(
  { audience }: Pick<Command, 'audience'>,
  context: Context,
): Promise<void> {
  if (audience === 'operator') await context.features.operators.require(context.userId, context.signal);
}

/** @returns why nobody gets to run this here; null where they may */
export function refuseCommand(
  interaction: BaseInteraction,
  guildIds: readonly string[],
  command: Command | undefined,
): Refusal | null {
  if (!isHere(interaction, guildIds)) return 'notHere';
  if (!command) return 'outOfDate';
  return isAllowed(interaction, command.audience) ? null : 'notAllowed';
}

/** @returns why a button, a menu or a form may not be used; null where it may */
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
