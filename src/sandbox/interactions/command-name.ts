import {
  type APIApplicationCommandInteractionDataOption,
  type APIInteraction,
  ApplicationCommandType,
  InteractionType,
  ApplicationCommandOptionType as Option,
} from 'discord-api-types/v10';

/** Returns the slash command of an interaction, with its group and subcommand; undefined for other interactions. */
export function commandIn(payload: APIInteraction): string | undefined {
  if (payload.type !== InteractionType.ApplicationCommand) return undefined;
  if (payload.data.type !== ApplicationCommandType.ChatInput) return undefined;
  return [payload.data.name, ...branches(payload.data.options)].join(' ');
}

function branches(options: readonly APIApplicationCommandInteractionDataOption[] = []): string[] {
  const [first] = options;
  if (first?.type !== Option.Subcommand && first?.type !== Option.SubcommandGroup) return [];
  return [first.name, ...branches(first.options)];
}
