import type { AdminAccess } from '../../access/admin-access.ts';
import type { ChartWords } from '../../admin/chart/index.ts';
import type { MembershipsForAdmins } from '../../admin/commerce/memberships.ts';
import type { PlansForAdmins } from '../../admin/commerce/plans.ts';
import type { WebhooksForAdmins } from '../../admin/commerce/webhooks.ts';
import type { MemberOverview } from '../../admin/member-overview.ts';
import type { Settings, SettingsChange } from '../../admin/settings.ts';
import type { Stats } from '../../admin/stats.ts';
import type { PlanChoice } from '../../commerce-client/catalog.ts';
import type { PromoCodes } from '../../commerce-client/promo-codes.ts';
import type { Finding } from '../../doctor/finding.ts';
import type { Words } from '../../i18n/index.ts';
import type { LinkingForCommands } from '../../linking/for-commands.ts';
import type { Reply } from './reply.ts';

/** Information about the user of a command, and access to Rolekeeper's features. */
export interface Context {
  readonly guildId: string;
  /** Chat account of the user, recorded in the audit log as the author of changes. */
  readonly userId: string;
  /** Words in the user's language. */
  readonly words: Words;
  readonly features: Features;
  /** Aborted when the answer can no longer be shown. */
  readonly signal: AbortSignal;
  now(): Date;
  /** Shows the progress of long work. The reply returned by `run` replaces it. */
  show(reply: Reply): Promise<void>;
  /** Logs an error and returns its explanation, for commands that add to it. */
  failure(error: unknown): Reply;
}

/** Product or plan, with its display name. */
export interface Source {
  readonly id: string;
  readonly name: string;
}

/** Rolekeeper's features for commands, one entry per area. Assembled in `src/composition/features.ts`. */
export interface Features {
  readonly access: AdminAccess;
  readonly catalogue: {
    /** Products and plans that can give roles, with display names; may be incomplete. */
    sources(): Promise<readonly Source[]>;
    /** Whether a product or plan that can give roles has this id; undefined if that can't be determined now. */
    has(id: string): Promise<boolean | undefined>;
    /** All known products and plans, except quick links and archived plans; may be incomplete. */
    all(): Promise<{ readonly plans: readonly PlanChoice[]; readonly products: readonly Source[] }>;
    /** Matches for the typed text from the cache, at most as many as can be suggested. */
    plans(typed: string): Promise<readonly PlanChoice[]>;
    products(typed: string): Promise<readonly Source[]>;
  };
  readonly doctor: {
    /** Checks everything that the guild needs to work. */
    examine(guildId: string): Promise<readonly Finding[]>;
  };
  readonly linking: LinkingForCommands;
  readonly members: {
    /** Memberships tied to a chat account, as far as known at the moment. */
    overview(userId: string, signal: AbortSignal): Promise<MemberOverview>;
  };
  readonly memberships: MembershipsForAdmins;
  readonly operators: {
    /** @throws Fault `OPERATORS_ONLY` if the chat account doesn't run the bot */
    require(userId: string, signal: AbortSignal): Promise<void>;
  };
  readonly plans: PlansForAdmins;
  readonly promos: Pick<PromoCodes, 'list'>;
  readonly settings: {
    read(guildId: string): Promise<Settings>;
    /**
     * Changes only the given settings.
     * @param by the admin's chat account
     * @throws Fault whose message says what to do
     */
    change(guildId: string, change: SettingsChange, by: string, signal: AbortSignal): Promise<Settings>;
    /**
     * Checks that the bot can write its log in a channel.
     * @returns whether everyone in the guild can read it
     * @throws Fault whose message says what is wrong with the channel
     */
    checkChannel(
      guildId: string,
      channelId: string,
      signal: AbortSignal,
    ): Promise<{ readonly isPublic: boolean }>;
    /**
     * Posts the button with which members start linking.
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
    /** Draws the joins and ends of some days as a PNG. */
    picture(days: Stats['days'], words: ChartWords, signal: AbortSignal): Promise<Uint8Array>;
  };
  readonly webhooks: WebhooksForAdmins;
}
