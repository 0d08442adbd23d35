import { guildNotifications } from '../access/queue/queues.ts';
import { wait } from '../clock.ts';
import type { Schedule, Send, Work } from '../queue.ts';
import { type ReminderDeps, sendExpiryReminders } from './expiry-reminders.ts';
import { type GuildNotificationDeps, notifyGuild } from './notify-guild.ts';
import { type MemberNotificationDeps, notifyMember } from './notify-member.ts';
import { expiryReminders, memberNotification } from './queues.ts';

export { queueMemberNotification } from './notify-member.ts';

export const notificationQueues = [memberNotification, expiryReminders] as const;

/** How long to collect changes for one message, in milliseconds. */
const COLLECT = 1_000;

/** Hourly, at a quarter past. */
const REMINDERS_CRON = '15 * * * *';

/** Starts this process's notification workers. */
export async function workNotifications(
  deps: GuildNotificationDeps & MemberNotificationDeps & ReminderDeps & { readonly send: Send },
  work: Work,
  schedule: Schedule,
): Promise<void> {
  const isOurs = (guildId: string) => deps.guildIds.includes(guildId);
  await work(guildNotifications, async ({ guildId }, { signal }) => {
    if (!isOurs(guildId)) return;
    await wait(deps.clock, COLLECT, signal);
    await notifyGuild(deps, guildId, signal);
  });
  await work(memberNotification, async (notice, { signal }) => {
    if (isOurs(notice.guildId)) await notifyMember(deps, notice, signal);
  });
  await work(expiryReminders, () => sendExpiryReminders(deps));
  await schedule(expiryReminders, REMINDERS_CRON, {});
}
