import type { AutocompleteInteraction } from 'discord.js';
import { wordsFor } from '../../i18n/index.ts';
import { cut } from '../../i18n/markdown.ts';
import { refuseCommand, requireAudience } from './authorize.ts';
import type { Command, Runnable } from './command.ts';
import { isOver } from './failure.ts';
import { isStorable } from './input.ts';
import type { Suggestion } from './options.ts';
import { contextOf, inTime, type RunDeps } from './run.ts';

/** The platform's limits: the number of suggestions, and the length of each name and value. */
const MOST = 25;
const LONGEST = 100;

/** Timeout in milliseconds. The platform discards suggestions after three seconds. */
const TIMEOUT = 2_400;

/** Answers an autocomplete request. Suggests nothing if the request is refused or fails. */
export async function suggest(
  deps: RunDeps & { readonly guildIds: readonly string[] },
  interaction: AutocompleteInteraction,
  found: { readonly command: Command; readonly runnable: Runnable } | undefined,
): Promise<void> {
  const refusal = refuseCommand(interaction, deps.guildIds, found?.command);
  const { name, value } = interaction.options.getFocused(true);
  const option = refusal ? undefined : found?.runnable.options[name];
  const list = option?.suggest;
  await interaction.respond(
    found && list && isStorable(value)
      ? toChoices(await listed(deps, interaction, found.command, list, value))
      : [],
  );
}

async function listed(
  deps: RunDeps,
  interaction: AutocompleteInteraction,
  command: Command,
  list: NonNullable<Runnable['options'][string]['suggest']>,
  typed: string,
): Promise<readonly Suggestion[]> {
  try {
    const words = wordsFor(interaction.locale);
    return await inTime(TIMEOUT, async (signal) => {
      const context = contextOf(deps, interaction, words, signal);
      await requireAudience(command, context);
      return list(context, typed);
    });
  } catch (error) {
    if (!isOver(error))
      deps.log.warn({ err: error, command: interaction.commandName }, 'suggestions could not be loaded');
    return [];
  }
}

const toChoices = (suggestions: readonly Suggestion[]) =>
  suggestions
    .filter(({ name, value }) => name !== '' && value !== '' && value.length <= LONGEST)
    .slice(0, MOST)
    .map(({ name, value }) => ({ name: cut(name, LONGEST), value }));
