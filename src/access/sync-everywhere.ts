import { type SendDeps, syncSoon } from './index.ts';
import { mappedGuilds } from './mappings.ts';
import type { Occasion, Urgency } from './occasion.ts';
import type { RequestSync } from './refresh-membership.ts';

/**
 * Has the roles of a chat account made right in every guild where any is managed.
 * @param guildIds the guilds that we work in; nothing is done in any other
 */
export const syncEverywhere =
  (
    deps: SendDeps & { readonly guildIds: readonly string[] },
    occasionOf: (urgency: Urgency, eventAt: Date) => Occasion,
  ): RequestSync =>
  async (userId, urgency, transaction, eventAt) => {
    for (const guildId of await mappedGuilds(transaction, deps.guildIds))
      await syncSoon(deps, { guildId, userId }, occasionOf(urgency, eventAt), { transaction });
  };
