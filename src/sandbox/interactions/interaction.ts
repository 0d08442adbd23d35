import type {
  APICommandAutocompleteInteractionResponseCallbackData,
  ApplicationCommandOptionType,
  InteractionType,
} from 'discord-api-types/v10';
import type { Message } from '../records.ts';
import type { Modal } from './modal.ts';

export type Answer =
  /** A message; `isLoading` while it shows "… is thinking". */
  | { readonly kind: 'message'; readonly message: Message; readonly isLoading: boolean }
  /** The component's message is edited, now or later. */
  | { readonly kind: 'update'; readonly message: Message }
  | { readonly kind: 'modal'; readonly modal: Modal }
  | {
      readonly kind: 'choices';
      readonly choices: NonNullable<APICommandAutocompleteInteractionResponseCallbackData['choices']>;
    };

/** A member's action that the bot must answer. */
export interface Interaction {
  readonly id: string;
  readonly token: string;
  readonly type: Exclude<InteractionType, InteractionType.Ping>;
  /** The slash command with its subcommand. */
  readonly command: string | undefined;
  readonly userId: string;
  readonly channelId: string;
  readonly guildId: string | undefined;
  /** The message with the component that was used, or that opened the submitted form. */
  readonly messageId: string | undefined;
  /** The target of a context menu command. */
  readonly menuOf: { readonly userId: string } | { readonly messageId: string } | undefined;
  /** The type of the focused option, for autocompletion. */
  readonly completes: ApplicationCommandOptionType | undefined;
  /** In milliseconds since the epoch. */
  readonly startedAt: number;
  readonly answered: PromiseWithResolvers<Answer>;
  answer: Answer | undefined;
  /** The message that `@original` stands for. */
  originalId: string | undefined;
}

/** Time limits in milliseconds: for the first answer, and for the use of the interaction token. */
export const FIRST_ANSWER = 3_000;
export const TOKEN_LIFE = 15 * 60_000;

/** Interactions by token. One that is older than twice its token's lifetime is dropped when the next opens. */
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
