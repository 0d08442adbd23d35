import type { Transaction } from '../database/index.ts';
import { type SendDeps, syncSoon } from './index.ts';
import { mappedGuilds } from './mappings.ts';
import type { Occasion } from './occasion.ts';
import type { Concern, RequestSync } from './refresh-membership.ts';

export type SyncGuildsDeps = SendDeps & {
  /** The guilds that we work in; nothing is done in any other. */
  readonly guildIds: readonly string[];
};

export type SyncEverywhereDeps = SyncGuildsDeps & {
  /** Hears of accounts whose memberships have changed, in the transaction that changes them. */
  readonly accountChanged?: (chatUserId: string, transaction: Transaction) => Promise<void>;
};

/**
 * Has the roles of a chat account made right in every guild where any is managed, if the transaction commits.
 * @param sources only in guilds that give a role for one of these products or plans
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

/** The same for accounts whose memberships have changed, which others hear of too. */
export const syncEverywhere =
  (deps: SyncEverywhereDeps, occasionOf: (concern: Concern) => Occasion): RequestSync =>
  async (userId, concern, transaction) => {
    await syncGuilds(deps, transaction, userId, occasionOf(concern), concern.sources);
    await deps.accountChanged?.(userId, transaction);
  };
