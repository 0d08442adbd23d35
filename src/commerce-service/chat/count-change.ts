import type { UserRow } from '../customers/users.ts';
import { countInPeriod, type TooOften } from '../daily-limits.ts';
import type { ChatIdentity } from './provider.ts';

/** Changes of a connected chat account that a person may make in an hour: each changes all their memberships. */
const LIMIT = { most: 5, period: 60 * 60 * 1000 };

/** A change that is allowed. */
export interface Change {
  /** The columns that count it. */
  readonly counted: Partial<Pick<UserRow, 'chatChanges' | 'chatChangesSince'>>;
}

/** Reports whether a user has already connected this chat account, under this name. */
export const isConnected = (
  { chatAccountId, chatAccountName }: UserRow,
  { id, name }: ChatIdentity,
): boolean => chatAccountId === id && chatAccountName === name;

/**
 * Counts a change of a user's chat account, or of its name. Connecting a first account isn't counted.
 * @returns from when the change is possible if there were too many
 */
export function countChange(user: UserRow, identity: ChatIdentity, now: Date): Change | TooOften {
  if (user.chatAccountId === null || isConnected(user, identity)) return { counted: {} };
  const counted = countInPeriod({ count: user.chatChanges, since: user.chatChangesSince }, LIMIT, now);
  if ('retryAt' in counted) return counted;
  return { counted: { chatChanges: counted.count, chatChangesSince: counted.since } };
}
