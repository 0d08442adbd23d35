import type { Transaction } from '../database/index.ts';
import type { Send } from '../queue.ts';
import {
  connectionChanged,
  linkChanged,
  linkingCleanup,
  metadataDeclared,
  revocationsDue,
  sendConnection,
  typedAccountsChanged,
} from './queues.ts';

export const linkingQueues = [
  ...[linkChanged, typedAccountsChanged, connectionChanged, revocationsDue, linkingCleanup, metadataDeclared],
] as const;

/** Queues an update of the account's linked roles, if it has granted us tokens. */
export const connectSoon =
  (send: Send) =>
  async (chatUserId: string, transaction: Transaction): Promise<void> => {
    const grants = await transaction.chatGrant.count({ where: { chatUserId } });
    if (grants > 0) await sendConnection(send, chatUserId, transaction);
  };
