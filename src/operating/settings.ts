import { DEFAULT_POLICY, GRACE_DAYS_MAX, type Policy } from '../access/mappings.ts';
import { LOG_CHANNEL } from '../access/problems.ts';
import type { Clock } from '../clock.ts';
import type { Prisma, PrismaClient } from '../database/index.ts';
import { Fault } from '../errors.ts';
import { noteAction } from './audit.ts';
import type { ChannelObstacle, Platform } from './platform.ts';

/** The languages in which Rolekeeper speaks. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The longest that linking again may be forbidden, in days. */
export const RELINK_DAYS_MAX = 365;

/** What the admins of a guild have chosen. */
export interface Settings {
  /** Where changes and problems are told; null: nowhere. */
  readonly logChannelId: string | null;
  /** Whether members are told what they got and what ends. */
  readonly tellMembers: boolean;
  /** Of the log channel and of messages to members. */
  readonly language: Language;
  /** The terms that a new mapping gets where its admin says nothing else. */
  readonly policy: Policy;
  /** Days for which somebody whom an admin has unlinked can't link again; 0: they can at once. */
  readonly relinkDays: number;
}

const DEFAULTS: Settings = {
  logChannelId: null,
  tellMembers: true,
  language: 'en',
  policy: DEFAULT_POLICY,
  relinkDays: 0,
};

/** What is to be different; what is left out stays as it is. */
export type SettingsChange = Partial<Omit<Settings, 'policy'>> & { readonly policy?: Partial<Policy> };

/** The guild's settings, with the default of whatever nobody has chosen. */
export async function readSettings(prisma: PrismaClient, guildId: string): Promise<Settings> {
  const row = await prisma.guildSettings.findUnique({ where: { guildId } });
  return row ? toSettings(row) : DEFAULTS;
}

function toSettings(row: Prisma.GuildSettingsGetPayload<object>): Settings {
  const { logChannelId, tellMembers, relinkDays, atEnd, graceDays, orphans, waitForScreening } = row;
  return {
    ...{ logChannelId, tellMembers, relinkDays },
    language: LANGUAGES.find((language) => language === row.language) ?? DEFAULTS.language,
    policy: { atEnd, graceDays, orphans, waitForScreening },
  };
}

export interface SettingsDeps {
  readonly prisma: PrismaClient;
  readonly platform: Platform;
  readonly clock: Clock;
}

/**
 * Changes a guild's settings, all of the change or nothing.
 * @param by the admin's chat account
 * @returns the settings as they are now
 * @throws Fault `SETTINGS_INVALID`, or one of the log channel's, whose message says what to do
 */
export async function changeSettings(
  deps: SettingsDeps,
  guildId: string,
  change: SettingsChange,
  by: string,
  signal: AbortSignal,
): Promise<Settings> {
  requireDays('days of grace', change.policy?.graceDays, GRACE_DAYS_MAX);
  requireDays('days before somebody can link again', change.relinkDays, RELINK_DAYS_MAX);
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
    // What was wrong with the channel of before is no problem any more, and this one was looked at.
    if (logChannelId !== undefined)
      await transaction.problem.deleteMany({ where: { guildId, subject: LOG_CHANNEL } });
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

function requireDays(what: string, days: number | undefined, max: number): void {
  if (days === undefined || (Number.isInteger(days) && days >= 0 && days <= max)) return;
  throw new Fault('SETTINGS_INVALID', `The ${what} are a whole number from 0 to ${max}.`);
}

/** What is wrong with a log channel, as a code and in words that say what to do. */
const CHANNEL_FAULTS: Readonly<Record<ChannelObstacle, readonly [code: string, message: string]>> = {
  unknown: ['LOG_CHANNEL_UNKNOWN', 'There is no such channel any more. Choose another one.'],
  elsewhere: ['LOG_CHANNEL_ELSEWHERE', 'This channel is in another server. Choose one of this server.'],
  'no text channel': ['LOG_CHANNEL_NO_TEXT', 'This is no text channel. Choose one that is.'],
  hidden: [
    'LOG_CHANNEL_HIDDEN',
    "The bot can't see this channel. Give it View Channel there, or choose another one.",
  ],
  'read only': [
    'LOG_CHANNEL_READ_ONLY',
    'The bot may not write in this channel. Give it Send Messages there, or choose another one.',
  ],
  'no cards': [
    'LOG_CHANNEL_NO_CARDS',
    "The bot's messages would be empty in this channel. Give it Embed Links there, or choose another one.",
  ],
};

/**
 * @returns whether everybody in the guild can read the channel
 * @throws Fault whose message says why the bot can't post in a channel of the guild, and what to do
 */
export async function requireChannel(
  platform: Platform,
  guildId: string,
  channelId: string,
  signal: AbortSignal,
): Promise<{ readonly isPublic: boolean }> {
  const { obstacle, isPublic } = await platform.lookAtChannel(guildId, channelId, signal);
  if (obstacle) throw new Fault(...CHANNEL_FAULTS[obstacle]);
  return { isPublic };
}
