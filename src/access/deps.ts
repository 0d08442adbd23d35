import type { Transaction } from '../database/index.ts';
import type { Send, SendAll } from '../queue.ts';
import type { MemberRef } from './community.ts';
import type { RefreshDeps } from './mirror/refresh-membership.ts';
import type { AwaitingLink } from './queue/sync-request.ts';
import type { CompareDeps } from './sweep/compare-guild.ts';
import type { OwnSyncs } from './sync/observe-member.ts';
import type { ApplyDeps } from './sync/restrict.ts';

/** What the workers of the access queues need. */
export type WorkDeps = Omit<RefreshDeps, 'requestSync'> &
  ApplyDeps &
  CompareDeps & {
    readonly send: Send;
    readonly ownSyncs: OwnSyncs;
    readonly sendAll: SendAll;
    /** Guilds that we manage; nothing is done in others. */
    readonly guildIds: readonly string[];
    /** Called when an account's memberships change, in the same transaction. */
    readonly accountChanged?: (chatUserId: string, transaction: Transaction) => Promise<void>;
    /** Called after the sync of a member that a link waits for. */
    readonly memberLeft?: (member: MemberRef, link: AwaitingLink) => Promise<void>;
    /** Whether this is the only process on the database. */
    readonly isAlone: boolean;
  };
