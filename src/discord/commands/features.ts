import type { AdminAccess } from '../../access/for-admins.ts';
import type { ChartWords } from '../../operating/chart/index.ts';
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
  };
  readonly settings: {
    read(guildId: string): Promise<Settings>;
    /**
     * Changes what is said and nothing else.
     * @param by the admin's chat account
     * @throws Fault whose message says what to do
     */
    change(guildId: string, change: SettingsChange, by: string, signal: AbortSignal): Promise<Settings>;
  };
  readonly doctor: {
    /** Looks whether everything is in order that is needed in the guild. */
    examine(guildId: string): Promise<readonly Finding[]>;
  };
  readonly stats: {
    read(guildId: string): Promise<Stats>;
    /** The joins and ends of some days as a PNG. */
    picture(days: Stats['days'], words: ChartWords, signal: AbortSignal): Promise<Uint8Array>;
  };
  readonly members: {
    /** The memberships that are tied to a chat account, as far as they can be told now. */
    overview(userId: string, signal: AbortSignal): Promise<MemberOverview>;
  };
}
