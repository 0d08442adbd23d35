import { randomUUID } from 'node:crypto';
import { noteAction } from '../admin/admin-actions.ts';
import type { Platform } from '../admin/platform.ts';
import { readSettings, requireChannel } from '../admin/settings.ts';
import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';
import { wordsFor } from '../i18n/index.ts';
import type { Messenger } from './messenger.ts';

export interface PanelDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly platform: Platform;
  readonly messenger: Messenger;
}

/**
 * Posts the message with the button that starts linking, in the guild's language. The audit log entry is written first,
 * so that a crash can't lose it.
 * @param by the admin's chat account
 * @throws Fault whose message says what is wrong with the channel
 */
export async function postLinkPanel(
  { prisma, clock, platform, messenger }: PanelDeps,
  { guildId, channelId, by }: { readonly guildId: string; readonly channelId: string; readonly by: string },
  signal: AbortSignal,
): Promise<void> {
  await requireChannel(platform, guildId, channelId, signal);
  const object = { type: 'channel', id: channelId };
  await noteAction(prisma, clock.now(), { guildId, actor: by, action: 'link panel posted', object });
  const { language } = await readSettings(prisma, guildId);
  const { title, text } = wordsFor(language).linking.panel;
  const question = { guildId, language, about: 'linking' } as const;
  await messenger.post(
    channelId,
    { tone: 'neutral', title, text: text.text, question },
    randomUUID(),
    signal,
  );
}
