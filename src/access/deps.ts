import type { Transaction } from '../database/index.ts';
import type { Send, SendAll } from '../queue.ts';
import type { RefreshDeps } from './mirror/refresh-membership.ts';
import type { CompareDeps } from './sweep/compare-guild.ts';
import type { ApplyDeps } from './sync/deps.ts';

/** What the workers of the access queues need. */
export type WorkDeps = Omit<RefreshDeps, 'requestSync'> &
  ApplyDeps &
  CompareDeps & {
    readonly send: Send;
    readonly sendAll: SendAll;
    /** Guilds that we manage; nothing is done in others. */
    readonly guildIds: readonly string[];
    /** Called when an account's memberships change, in the same transaction. */
    readonly accountChanged?: (chatUserId: string, transaction: Transaction) => Promise<void>;
    /** Whether this is the only process on the database. */
    readonly isAlone: boolean;
  };
