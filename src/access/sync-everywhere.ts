import type { Transaction } from '../database/index.ts';
import { type SendDeps, syncSoon } from './index.ts';
import { mappedGuilds } from './mappings.ts';
import type { Occasion, Urgency } from './occasion.ts';
import type { RequestSync } from './refresh-membership.ts';

export type SyncEverywhereDeps = SendDeps & {
  /** The guilds that we work in; nothing is done in any other. */
  readonly guildIds: readonly string[];
  /** Hears of accounts whose memberships have changed, in the transaction that changes them. */
  readonly accountChanged?: (chatUserId: string, transaction: Transaction) => Promise<void>;
};

/** Has the roles of a chat account made right in every guild where any is managed. */
export const syncEverywhere =
  (deps: SyncEverywhereDeps, occasionOf: (urgency: Urgency, eventAt: Date) => Occasion): RequestSync =>
  async (userId, urgency, transaction, eventAt) => {
    for (const guildId of await mappedGuilds(transaction, deps.guildIds))
      await syncSoon(deps, { guildId, userId }, occasionOf(urgency, eventAt), { transaction });
    await deps.accountChanged?.(userId, transaction);
  };
