import type { Transaction } from '../../database/index.ts';
import { queueSync, type SendDeps } from '../index.ts';
import { mappedGuilds } from '../mappings/mappings.ts';
import type { Concern, RequestSync } from '../mirror/concerns.ts';
import type { SyncRequest } from './sync-request.ts';

export type SyncGuildsDeps = SendDeps & {
  /** Guilds that we manage; nothing is done in others. */
  readonly guildIds: readonly string[];
};

export type SyncEverywhereDeps = SyncGuildsDeps & {
  /** Called when an account's memberships change, in the same transaction. */
  readonly accountChanged?: (chatUserId: string, transaction: Transaction) => Promise<void>;
};

/**
 * Queues a sync of a chat account in every guild with managed roles, if the transaction commits.
 * @param sources only guilds that map one of these products or plans
 */
export async function syncGuilds(
  deps: SyncGuildsDeps,
  transaction: Transaction,
  userId: string,
  request: SyncRequest,
  sources?: readonly string[],
): Promise<void> {
  for (const guildId of await mappedGuilds(transaction, deps.guildIds, sources))
    await queueSync(deps, { guildId, userId }, request, { transaction });
}

/** Returns the callback for membership changes: syncs the account and calls `accountChanged`. */
export const syncEverywhere =
  (deps: SyncEverywhereDeps, requestOf: (concern: Concern) => SyncRequest): RequestSync =>
  async (userId, concern, transaction) => {
    await syncGuilds(deps, transaction, userId, requestOf(concern), concern.sources);
    await deps.accountChanged?.(userId, transaction);
  };
