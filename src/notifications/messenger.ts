import { CommunityRefusal } from '../access/community.ts';
import type { Language } from '../i18n/index.ts';

/** The buttons below a message: a question for admins, or the invitation to link accounts. */
export type Question = { readonly guildId: string; readonly language: Language } & (
  | { readonly about: 'problem'; readonly subject: string }
  | { readonly about: 'held sweep'; readonly since: string }
  | { readonly about: 'linking' }
);

/** A coloured embed with an optional title. */
export interface Message {
  readonly tone: 'good' | 'neutral' | 'warning';
  readonly title?: string;
  /** Text in the platform's Markdown. Its mentions don't notify anyone. */
  readonly text: string;
  readonly question?: Question;
}

/** The channel is gone, or the bot lacks permission to write there. */
export class ChannelClosed extends CommunityRefusal {}

/**
 * Sends messages to the chat.
 * @throws CommunityRefusal when only a person can fix it; any other error is worth a retry
 */
export interface Messenger {
  /**
   * Posts in a channel. A repeated id within minutes posts nothing.
   * @throws ChannelClosed when the channel takes no messages at all
   */
  post(channelId: string, message: Message, id: string, signal: AbortSignal): Promise<void>;
  /** Sends a direct message. @returns false if the user accepts none from the bot */
  write(userId: string, message: Message, id: string, signal: AbortSignal): Promise<boolean>;
}
