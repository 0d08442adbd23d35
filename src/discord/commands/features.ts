import type { AdminAccess } from '../../access/for-admins.ts';
import type { PlanChoice } from '../../commerce-client/catalog.ts';
import type { PromoCodes } from '../../commerce-client/promo-codes.ts';
import type { LinkingForCommands } from '../../linking/for-commands.ts';
import type { ChartWords } from '../../operating/chart/index.ts';
import type { MembershipsForAdmins } from '../../operating/commerce/memberships.ts';
import type { PlansForAdmins } from '../../operating/commerce/plans.ts';
import type { WebhooksForAdmins } from '../../operating/commerce/webhooks.ts';
import type { Finding } from '../../operating/doctor/finding.ts';
import type { MemberOverview } from '../../operating/member-overview.ts';
import type { Settings, SettingsChange } from '../../operating/settings.ts';
import type { Stats } from '../../operating/stats.ts';

/** A product or plan, as people know it. */
export interface Source {
  readonly id: string;
  readonly name: string;
}

/**
 * What Rolekeeper can do, as commands ask for it: one entry for each room, put together in `parts/features.ts`.
 */
export interface Features {
  readonly access: AdminAccess;
  readonly catalogue: {
    /** What can give roles, by name; not necessarily all of it. */
    sources(): Promise<readonly Source[]>;
    /** Whether something that can give roles has this id; undefined where that can't be told now. */
    has(id: string): Promise<boolean | undefined>;
    /** All that is known of what is sold, quick links and archived plans apart; not necessarily all of it. */
    all(): Promise<{ readonly plans: readonly PlanChoice[]; readonly products: readonly Source[] }>;
    /** What fits what is being typed, at once; as many as can be suggested. */
    plans(typed: string): Promise<readonly PlanChoice[]>;
    products(typed: string): Promise<readonly Source[]>;
  };
  readonly doctor: {
    /** Looks whether everything is in order that is needed in the guild. */
    examine(guildId: string): Promise<readonly Finding[]>;
  };
  readonly linking: LinkingForCommands;
  readonly members: {
    /** The memberships that are tied to a chat account, as far as they can be told now. */
    overview(userId: string, signal: AbortSignal): Promise<MemberOverview>;
  };
  readonly memberships: MembershipsForAdmins;
  readonly operators: {
    /** @throws Fault `OPERATORS_ONLY` for a chat account that doesn't run the bot */
    require(userId: string, signal: AbortSignal): Promise<void>;
  };
  readonly plans: PlansForAdmins;
  readonly promos: Pick<PromoCodes, 'list'>;
  readonly settings: {
    read(guildId: string): Promise<Settings>;
    /**
     * Changes what is said and nothing else.
     * @param by the admin's chat account
     * @throws Fault whose message says what to do
     */
    change(guildId: string, change: SettingsChange, by: string, signal: AbortSignal): Promise<Settings>;
    /**
     * Looks whether a log can be written in a channel.
     * @returns whether everybody in the guild can read it
     * @throws Fault whose message says what is wrong with the channel
     */
    checkChannel(
      guildId: string,
      channelId: string,
      signal: AbortSignal,
    ): Promise<{ readonly isPublic: boolean }>;
    /**
     * Posts the button with which members begin to link.
     * @param by the admin's chat account
     * @throws Fault whose message says what is wrong with the channel
     */
    postLinkPanel(
      to: { readonly guildId: string; readonly channelId: string; readonly by: string },
      signal: AbortSignal,
    ): Promise<void>;
  };
  readonly stats: {
    read(guildId: string): Promise<Stats>;
    /** The joins and ends of some days as a PNG. */
    picture(days: Stats['days'], words: ChartWords, signal: AbortSignal): Promise<Uint8Array>;
  };
  readonly webhooks: WebhooksForAdmins;
}
