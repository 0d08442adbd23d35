import type { Prisma, Transaction } from '../database/index.ts';

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

/** Something that an admin did. */
export interface AdminAction {
  /** What makes it one: it can't be noted twice. Any when left out. */
  readonly id?: string;
  readonly guildId: string;
  /** The admin's chat account. */
  readonly actor: string;
  readonly action: ActionName;
  /** What it was done to: the id of a chat account, a membership or a role, or what else it is about. */
  readonly subject: string;
  /** What else there is to know. Never a secret. */
  readonly details?: Prisma.InputJsonObject;
}

/** Notes who did what, in the transaction that does it: both happen or neither. */
export async function noteAction(
  transaction: Transaction,
  at: Date,
  { details = {}, ...action }: AdminAction,
): Promise<void> {
  await transaction.adminAction.create({ data: { ...action, details, at } });
}
