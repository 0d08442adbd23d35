import type { Language } from '../operating/settings.ts';

/** Something that any admin of a guild can answer below the message that tells it. */
export type Question = { readonly guildId: string; readonly language: Language } & (
  | { readonly about: 'problem'; readonly subject: string }
  | { readonly about: 'held sweep' }
);

/** A message as people see it: a coloured card with an optional title. */
export interface Message {
  readonly tone: 'good' | 'neutral' | 'warning';
  readonly title?: string;
  /** In the platform's Markdown. Mentions in it ping nobody. */
  readonly text: string;
  /** What is asked with it, of the admins. */
  readonly question?: Question;
}

/**
 * How Rolekeeper speaks in the chat.
 * @throws CommunityRefusal when only a person can mend what is wrong; any other error is worth a retry
 */
export interface Messenger {
  /** Posts in a channel. Saying it again with the same id within minutes posts nothing. */
  post(channelId: string, message: Message, id: string, signal: AbortSignal): Promise<void>;
  /** Writes to a user. @returns false where they take no messages from the bot */
  write(userId: string, message: Message, id: string, signal: AbortSignal): Promise<boolean>;
}
