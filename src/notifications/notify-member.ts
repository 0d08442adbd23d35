import type { Static } from 'typebox';
import type { Community } from '../access/community.ts';
import { CommunityRefusal } from '../access/community.ts';
import type { NotifyMember } from '../access/sync/confirm.ts';
import { readSettings } from '../admin/settings.ts';
import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';
import { wordsFor } from '../i18n/index.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Send } from '../queue.ts';
import { memberMessage } from './messages.ts';
import type { Messenger } from './messenger.ts';
import { memberNotification } from './queues.ts';

/** Time before an identical notice may be sent again, in milliseconds, for roles that come and go. */
const REPEAT_AFTER = 24 * 3_600_000;

/**
 * Limits of direct messages per guild and hour. A mapping or a sweep may affect thousands of members, and the platform
 * revokes direct messaging from bots that write to so many users unasked. Messages about claimed roles have a limit of
 * their own: anyone can cause any number of them.
 */
const HOURLY = { claimed: 10, others: 100, span: 3_600_000 };

export interface MemberNotificationDeps {
  readonly prisma: PrismaClient;
  readonly community: Community;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics?: Metrics;
}

type Notice = Static<(typeof memberNotification)['data']>;

/** Queues a direct message about a gained role, a lost role or a removal, if the transaction commits. */
export const queueMemberNotification =
  (send: Send): NotifyMember =>
  (ref, { kind, roleIds, isClaimed }, transaction) => {
    const notice = { ...ref, kind, roleIds: [...roleIds], ...(isClaimed && { isClaimed }) };
    return send(memberNotification, notice, { transaction });
  };

/**
 * Sends a member a direct message once, within the hourly limit. Does nothing if the guild has switched messages off. A
 * member who accepts no direct messages counts as notified.
 */
export async function notifyMember(
  deps: MemberNotificationDeps,
  notice: Notice,
  signal: AbortSignal,
): Promise<void> {
  const { guildId, userId, kind, roleIds, until, isClaimed = false } = notice;
  const { tellMembers, language } = await readSettings(deps.prisma, guildId);
  if (!tellMembers) return;
  const about = [kind, guildId, ...roleIds.toSorted(), until ?? ''].join(' ');
  const key = { userId_about: { userId, about } };
  const now = deps.clock.now();
  const sent = await deps.prisma.notice.findUnique({ where: key });
  // A message about a claimed role doesn't replace one about a role that was paid for.
  const isKnown = sent && (isClaimed || !sent.claimed);
  if (isKnown && now.getTime() - sent.at.getTime() < REPEAT_AFTER) return;
  const count = (outcome: 'sent' | 'refused' | 'dropped') =>
    deps.metrics?.directMessages.inc({ class: isClaimed ? 'claimed' : 'other', outcome });
  const lastHour = { gt: new Date(now.getTime() - HOURLY.span) };
  const written = await deps.prisma.notice.count({
    where: { at: lastHour, about: { contains: ` ${guildId}` }, claimed: isClaimed },
  });
  if (written >= (isClaimed ? HOURLY.claimed : HOURLY.others)) {
    count('dropped');
    deps.log.info({ guildId, userId, kind }, 'member not notified: hourly limit reached');
    return;
  }
  try {
    const guild = await deps.community.getNames(guildId, signal);
    const roleNames = guild.roles.filter(({ id }) => roleIds.includes(id)).map(({ name }) => name);
    if (roleNames.length === 0 && kind !== 'kick') return;
    const message = memberMessage(wordsFor(language).notifications, kind, {
      guildName: guild.name,
      roleNames,
      ...(until !== undefined && { until: new Date(until) }),
    });
    const id = `${about} ${userId}${isClaimed ? ' claimed' : ''}`;
    const delivered = await deps.messenger.write(userId, message, id, signal);
    count(delivered ? 'sent' : 'refused');
    deps.log.debug({ guildId, userId, kind, delivered }, 'member notified');
  } catch (error) {
    // An undeliverable message doesn't affect the member's roles, so it isn't a problem for the admins.
    if (!(error instanceof CommunityRefusal)) throw error;
    count('refused');
    deps.log.warn({ guildId, userId, kind, problem: error.message }, 'member could not be notified');
  }
  const entry = { at: now, claimed: isClaimed };
  await deps.prisma.notice.upsert({ where: key, create: { userId, about, ...entry }, update: entry });
}
