import { DEFAULT_POLICY, type Policy } from '../access/mappings/mappings.ts';
import { keyOf, LOG_CHANNEL } from '../access/problems/subject.ts';
import type { Clock } from '../clock.ts';
import type { Prisma, PrismaClient } from '../database/index.ts';
import { ChatFault, type FaultCode } from '../i18n/chat-fault.ts';
import { isLanguage, type Language } from '../i18n/index.ts';
import { MAX_DAYS } from '../limits.ts';
import { noteAction } from './admin-actions.ts';
import type { ChannelObstacle, Platform } from './platform.ts';

export interface Settings {
  /** Channel for role changes and problems; null: none. */
  readonly logChannelId: string | null;
  /** Whether members get direct messages about gained roles and coming ends. */
  readonly tellMembers: boolean;
  /** Language of the log channel and of direct messages. */
  readonly language: Language;
  /** Default terms of new mappings. */
  readonly policy: Policy;
  /** Days before a member whom an admin unlinked can link again; 0: at once. */
  readonly relinkDays: number;
}

const DEFAULTS: Settings = {
  logChannelId: null,
  tellMembers: true,
  language: 'en',
  policy: DEFAULT_POLICY,
  relinkDays: 0,
};

/** The settings to change; omitted ones keep their values. */
export type SettingsChange = Partial<Omit<Settings, 'policy'>> & { readonly policy?: Partial<Policy> };

/** Reads a guild's settings, with defaults for a guild that has none. */
export async function readSettings(prisma: PrismaClient, guildId: string): Promise<Settings> {
  const row = await prisma.guildSettings.findUnique({ where: { guildId } });
  return row ? toSettings(row) : DEFAULTS;
}

function toSettings(row: Prisma.GuildSettingsGetPayload<object>): Settings {
  const { logChannelId, tellMembers, relinkDays, atEnd, graceDays, orphans, waitForScreening } = row;
  return {
    logChannelId,
    tellMembers,
    relinkDays,
    language: isLanguage(row.language) ? row.language : DEFAULTS.language,
    policy: { atEnd, graceDays, orphans, waitForScreening },
  };
}

export interface SettingsDeps {
  readonly prisma: PrismaClient;
  readonly platform: Platform;
  readonly clock: Clock;
}

/**
 * Changes a guild's settings atomically.
 * @param by the admin's chat account
 * @returns the settings after the change
 * @throws Fault `SETTINGS_INVALID`, or a fault of the log channel whose message says what to do
 */
export async function changeSettings(
  deps: SettingsDeps,
  guildId: string,
  change: SettingsChange,
  by: string,
  signal: AbortSignal,
): Promise<Settings> {
  requireDays(change.policy?.graceDays);
  requireDays(change.relinkDays);
  const { logChannelId } = change;
  if (logChannelId) await requireChannel(deps.platform, guildId, logChannelId, signal);
  const { policy, ...rest } = change;
  const data = { ...rest, ...policy };
  return deps.prisma.$transaction(async (transaction) => {
    const where = { guildId };
    const row = await transaction.guildSettings.upsert({
      where,
      create: { ...where, ...data },
      update: data,
    });
    // Problems of the old channel no longer apply, and the new one has just been checked.
    if (logChannelId !== undefined)
      await transaction.problem.deleteMany({ where: { guildId, subject: keyOf(LOG_CHANNEL) } });
    const action = {
      guildId,
      actor: by,
      action: 'settings changed',
      object: { type: 'guild', id: guildId },
      details: data,
    } as const;
    await noteAction(transaction, deps.clock.now(), action);
    return toSettings(row);
  });
}

function requireDays(days: number | undefined): void {
  if (days === undefined || (Number.isInteger(days) && days >= 0 && days <= MAX_DAYS)) return;
  throw new ChatFault('SETTINGS_INVALID', { most: MAX_DAYS });
}

const CHANNEL_FAULTS = {
  unknown: 'LOG_CHANNEL_UNKNOWN',
  elsewhere: 'LOG_CHANNEL_ELSEWHERE',
  'no text channel': 'LOG_CHANNEL_NO_TEXT',
  hidden: 'LOG_CHANNEL_HIDDEN',
  'read only': 'LOG_CHANNEL_READ_ONLY',
  'no cards': 'LOG_CHANNEL_NO_CARDS',
} as const satisfies Record<ChannelObstacle, FaultCode>;

/**
 * Checks that the bot can post in a channel of the guild.
 * @returns whether every member of the guild can read the channel
 * @throws Fault whose message names the obstacle and the remedy
 */
export async function requireChannel(
  platform: Platform,
  guildId: string,
  channelId: string,
  signal: AbortSignal,
): Promise<{ readonly isPublic: boolean }> {
  const { obstacle, isPublic } = await platform.lookAtChannel(guildId, channelId, signal);
  if (obstacle) throw new ChatFault(CHANNEL_FAULTS[obstacle]);
  return { isPublic };
}
