import { appendEntry } from '../audit/append.ts';
import type { Entry } from '../audit/entry.ts';
import type { Transaction } from '../database/index.ts';

/** What admins do. Each name is a key for the words in which it is told. */
export type ActionName =
  | 'settings changed'
  | 'link panel posted'
  | 'mapping saved'
  | 'mapping removed'
  | 'problem retried'
  | 'problem dismissed'
  | 'work retried'
  | 'work dismissed'
  | 'sweep approved'
  | 'sweep refused'
  | 'plan created'
  | 'quick link created'
  | 'membership terminated'
  | 'cancellation set'
  | 'cancellation undone'
  | 'free days added'
  | 'webhook registered'
  | 'webhook secret rotated';

/** Something that an admin did in the chat, as the audit log takes it. */
export interface AdminAction extends Pick<Entry, 'object' | 'details' | 'key' | 'settles'> {
  readonly guildId: string;
  /** The admin's chat account. */
  readonly actor: string;
  readonly action: ActionName;
}

/**
 * Notes in the audit log who did what, in the transaction that does it and at its end: both happen or neither. There is
 * no address, as the platform tells nobody's.
 * @returns the entry's number
 */
export const noteAction = (
  transaction: Transaction,
  at: Date,
  { actor: id, ...action }: AdminAction,
): Promise<bigint> =>
  appendEntry(transaction, at, { ...action, actor: { kind: 'admin', id }, address: null });
