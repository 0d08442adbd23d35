import { CommunityRefusal } from '../access/community.ts';
import type { Language } from '../operating/settings.ts';

/** What is asked below a message: something of the admins, or of everybody whether they want to link. */
export type Question = { readonly guildId: string; readonly language: Language } & (
  | { readonly about: 'problem'; readonly subject: string }
  | { readonly about: 'held sweep'; readonly since: string }
  | { readonly about: 'linking' }
);

/** A message as people see it: a coloured card with an optional title. */
export interface Message {
  readonly tone: 'good' | 'neutral' | 'warning';
  readonly title?: string;
  /** In the platform's Markdown. Mentions in it ping nobody. */
  readonly text: string;
  /** What is asked with it. */
  readonly question?: Question;
}

/** The channel itself is in the way: it is gone, or the bot may not write there. */
export class ChannelClosed extends CommunityRefusal {}

/**
 * How Rolekeeper speaks in the chat.
 * @throws CommunityRefusal when only a person can mend what is wrong; any other error is worth a retry
 */
export interface Messenger {
  /**
   * Posts in a channel. Saying it again with the same id within minutes posts nothing.
   * @throws ChannelClosed where no message would be taken there
   */
  post(channelId: string, message: Message, id: string, signal: AbortSignal): Promise<void>;
  /** Writes to a user. @returns false where they take no messages from the bot */
  write(userId: string, message: Message, id: string, signal: AbortSignal): Promise<boolean>;
}
