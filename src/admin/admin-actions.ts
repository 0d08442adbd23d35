import { appendEntry } from '../audit/append.ts';
import type { Entry } from '../audit/entry.ts';
import type { Transaction } from '../database/index.ts';
import type { Action as MembershipAction } from '../i18n/en/memberships.ts';

/** Admin actions. The history of a membership names those on it. */
export type ActionName =
  | MembershipAction
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
  | 'webhook registered'
  | 'webhook secret rotated';

export interface AdminAction extends Pick<Entry, 'object' | 'details' | 'key' | 'settles'> {
  readonly guildId: string;
  /** The admin's chat account. */
  readonly actor: string;
  readonly action: ActionName;
}

/**
 * Appends an audit log entry inside the transaction that performs the action, so that both commit or neither. Call it
 * last: other appenders wait until the transaction ends. The entry has no address, as the platform doesn't reveal one.
 * @returns the entry's number
 */
export const noteAction = (
  transaction: Transaction,
  at: Date,
  { actor: id, ...action }: AdminAction,
): Promise<bigint> =>
  appendEntry(transaction, at, { ...action, actor: { kind: 'admin', id }, address: null });
