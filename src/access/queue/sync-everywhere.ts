import type { Transaction } from '../../database/index.ts';
import { type SendDeps, syncSoon } from '../index.ts';
import { mappedGuilds } from '../mappings/mappings.ts';
import type { Occasion } from './sync-request.ts';
import type { Concern, RequestSync } from '../mirror/refresh-membership.ts';

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
  occasion: Occasion,
  sources?: readonly string[],
): Promise<void> {
  for (const guildId of await mappedGuilds(transaction, deps.guildIds, sources))
    await syncSoon(deps, { guildId, userId }, occasion, { transaction });
}

/** Returns the callback for membership changes: syncs the account and calls `accountChanged`. */
export const syncEverywhere =
  (deps: SyncEverywhereDeps, occasionOf: (concern: Concern) => Occasion): RequestSync =>
  async (userId, concern, transaction) => {
    await syncGuilds(deps, transaction, userId, occasionOf(concern), concern.sources);
    await deps.accountChanged?.(userId, transaction);
  };
