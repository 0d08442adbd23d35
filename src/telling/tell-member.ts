import type { Static } from 'typebox';
import type { Community } from '../access/community.ts';
import { CommunityRefusal } from '../access/community.ts';
import type { TellMember } from '../access/settle.ts';
import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';
import type { Logger } from '../log.ts';
import { readSettings } from '../operating/settings.ts';
import type { Send } from '../queue.ts';
import { wordsFor } from '../words/index.ts';
import { memberMessage } from './messages.ts';
import type { Messenger } from './messenger.ts';
import { memberTold } from './queues.ts';

/** For how long the same is not said twice, in milliseconds: a role that comes and goes is no news each time. */
const QUIET = 24 * 3_600_000;

/**
 * How many members of a guild are written to in an hour. A mapping or a sweep may concern thousands: whoever writes to
 * so many who did not ask is taken for a spammer by the platform, and loses the right to write to anybody.
 */
const HOURLY = { messages: 100, span: 3_600_000 };

export interface NoticeDeps {
  readonly prisma: PrismaClient;
  readonly community: Community;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
}

type Notice = Static<(typeof memberTold)['data']>;

/** Has a member told what they got, what they lost, or that they were removed: if the transaction commits. */
export const tellMemberSoon =
  (send: Send): TellMember =>
  (ref, { kind, roleIds }, transaction) =>
    send(memberTold, { ...ref, kind, roleIds: [...roleIds] }, { transaction });

/**
 * Writes to a member, once. Of a crowd only the first are written to. One who takes no messages is left in peace; in a guild that wants no messages
 * nothing is sent.
 */
export async function tellMember(deps: NoticeDeps, notice: Notice, signal: AbortSignal): Promise<void> {
  const { guildId, userId, kind, roleIds, until } = notice;
  const { tellMembers, language } = await readSettings(deps.prisma, guildId);
  if (!tellMembers) return;
  const about = [kind, guildId, ...roleIds.toSorted(), until ?? ''].join(' ');
  const key = { userId_about: { userId, about } };
  const now = deps.clock.now();
  const told = await deps.prisma.notice.findUnique({ where: key });
  if (told && now.getTime() - told.at.getTime() < QUIET) return;
  const lately = { gt: new Date(now.getTime() - HOURLY.span) };
  const written = await deps.prisma.notice.count({
    where: { at: lately, about: { contains: ` ${guildId}` } },
  });
  if (written >= HOURLY.messages) {
    deps.log.info({ guildId, userId, kind }, 'a member is not told: too many were within an hour');
    return;
  }
  try {
    const guild = await deps.community.getNames(guildId, signal);
    const roleNames = guild.roles.filter(({ id }) => roleIds.includes(id)).map(({ name }) => name);
    if (roleNames.length === 0 && kind !== 'kick') return;
    const message = memberMessage(wordsFor(language).telling, kind, {
      ...{ guildName: guild.name, roleNames },
      ...(until !== undefined && { until: new Date(until) }),
    });
    const taken = await deps.messenger.write(userId, message, `${about} ${userId}`, signal);
    deps.log.debug({ guildId, userId, kind, taken }, 'member told');
  } catch (error) {
    // Nothing is wrong with anybody's roles because a message can't be written.
    if (!(error instanceof CommunityRefusal)) throw error;
    deps.log.warn({ guildId, userId, kind, problem: error.message }, 'a member could not be told');
  }
  await deps.prisma.notice.upsert({ where: key, create: { userId, about, at: now }, update: { at: now } });
}
