import type {
  APICommandAutocompleteInteractionResponseCallbackData,
  ApplicationCommandOptionType,
  InteractionType,
} from 'discord-api-types/v10';
import type { Message } from '../records.ts';
import type { Modal } from './modal.ts';

/** What the bot answered at first. */
export type Answer =
  /** A message; while `isLoading`, "… is thinking". */
  | { readonly kind: 'message'; readonly message: Message; readonly isLoading: boolean }
  /** The message with the component is changed, or will be. */
  | { readonly kind: 'update'; readonly message: Message }
  | { readonly kind: 'modal'; readonly modal: Modal }
  | {
      readonly kind: 'choices';
      readonly choices: NonNullable<APICommandAutocompleteInteractionResponseCallbackData['choices']>;
    };

/** Something that a member did and that the bot is to answer. */
export interface Interaction {
  readonly id: string;
  readonly token: string;
  readonly type: Exclude<InteractionType, InteractionType.Ping>;
  /** The slash command that was run, with its subcommand. */
  readonly command: string | undefined;
  readonly userId: string;
  readonly channelId: string;
  readonly guildId: string | undefined;
  /** The message whose component was used, also to reach this through a modal. */
  readonly messageId: string | undefined;
  /** What a command from a menu was used on. */
  readonly menuOf: { readonly userId: string } | { readonly messageId: string } | undefined;
  /** The type of the option that is being completed. */
  readonly completes: ApplicationCommandOptionType | undefined;
  /** In milliseconds since the epoch. */
  readonly startedAt: number;
  /** Settles with the bot's first answer. */
  readonly answered: PromiseWithResolvers<Answer>;
  answer: Answer | undefined;
  /** The message that `@original` stands for. */
  originalId: string | undefined;
}

/** How long the bot has for its first answer, and how long it may add to it, in milliseconds. */
export const FIRST_ANSWER = 3_000;
export const TOKEN_LIFE = 15 * 60_000;

/** The interactions that can still be answered; those whose time is up are forgotten. */
export interface Interactions {
  open(interaction: Interaction): void;
  byToken(token: string): Interaction | undefined;
}

export function createInteractions(): Interactions {
  const open = new Map<string, Interaction>();
  return {
    open(interaction) {
      for (const [token, { startedAt }] of open)
        if (startedAt + 2 * TOKEN_LIFE < interaction.startedAt) open.delete(token);
      open.set(interaction.token, interaction);
    },
    byToken: (token) => open.get(token),
  };
}
