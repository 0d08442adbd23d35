import type { UserRow } from '../customers/users.ts';
import type { ChatIdentity } from './provider.ts';

/** Changes of a connected chat account that a person may make in a period: each changes all their memberships. */
const MOST = 5;

/** The period, in milliseconds. It starts with its first change. */
const PERIOD = 60 * 60 * 1000;

/** A change that is allowed. */
export interface Change {
  /** The columns that count it. */
  readonly counted: Partial<Pick<UserRow, 'chatChanges' | 'chatChangesSince'>>;
}

/**
 * Counts a change of a user's chat account, or of its name. Connecting a first account isn't counted.
 * @returns from when the change is possible if there were too many
 */
export function countChange(
  { chatAccountId, chatAccountName, chatChanges, chatChangesSince }: UserRow,
  identity: ChatIdentity,
  now: Date,
): Change | { readonly retryAt: Date } {
  const isSame = chatAccountId === identity.id && chatAccountName === identity.name;
  if (chatAccountId === null || isSame) return { counted: {} };
  const end = chatChangesSince && new Date(chatChangesSince.getTime() + PERIOD);
  if (!end || end <= now) return { counted: { chatChanges: 1, chatChangesSince: now } };
  return chatChanges < MOST ? { counted: { chatChanges: chatChanges + 1 } } : { retryAt: end };
}
