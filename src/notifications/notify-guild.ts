import Value from 'typebox/value';
import { CommunityRefusal } from '../access/community.ts';
import { Content } from '../access/problems/announcements.ts';
import { closeProblems, openProblems, type ProblemDeps, raiseProblem } from '../access/problems/problems.ts';
import { keyOf, LOG_CHANNEL } from '../access/problems/subject.ts';
import { readSettings } from '../admin/settings.ts';
import { type Words, wordsFor } from '../i18n/index.ts';
import { changeMessage, digestMessage, heldMessage, problemMessage } from './messages.ts';
import { ChannelClosed, type Message, type Messenger, type Question } from './messenger.ts';

/** Maximum number of changes posted one by one; more become a digest. */
const MAX_SINGLES = 5;

/** Announcements read by one query. */
const BATCH = 100;

export type GuildNotificationDeps = ProblemDeps & { readonly messenger: Messenger };

/**
 * Posts a guild's pending announcements to its log channel. A channel that can't be written to becomes a problem for
 * the admins. A single refused message is skipped. In both cases the changes remain in the history of role changes.
 */
export async function notifyGuild(
  deps: GuildNotificationDeps,
  guildId: string,
  signal: AbortSignal,
): Promise<void> {
  const { prisma } = deps;
  const { logChannelId: channelId, language } = await readSettings(prisma, guildId);
  const known = (await openProblems(prisma, guildId)).filter(({ kind }) => kind === 'log channel');
  if (!channelId || known.some(({ blocking }) => blocking)) {
    await prisma.announcement.deleteMany({ where: { guildId } });
    return;
  }
  for (;;) {
    const rows = await prisma.announcement.findMany({
      where: { guildId },
      orderBy: { id: 'asc' },
      take: BATCH,
    });
    if (rows.length === 0) return;
    const pending = rows.map(({ id, content }) => ({ id, content: Value.Parse(Content, content) }));
    for (const { ids, message } of compose(pending, { guildId, language })) {
      try {
        await deps.messenger.post(channelId, message, ids[0], signal);
        await closeProblems(deps, { guildId, userId: '' }, known);
      } catch (error) {
        if (!(error instanceof CommunityRefusal)) throw error;
        if (error instanceof ChannelClosed)
          return await raiseProblem(deps, guildId, LOG_CHANNEL, { code: 'LOG_CHANNEL_CLOSED' });
        deps.log.error({ guildId, problem: error.message }, 'a message for the log channel was refused');
      }
      await prisma.announcement.deleteMany({ where: { id: { in: [...ids] } } });
    }
  }
}

interface Pending {
  readonly id: string;
  readonly content: Content;
}

type Where = Pick<Question, 'guildId' | 'language'>;

/** Renders announcements as messages. @returns each message with the ids of its announcements */
export function compose(
  pending: readonly Pending[],
  where: Where,
): readonly { readonly ids: readonly [string, ...string[]]; readonly message: Message }[] {
  const words = wordsFor(where.language);
  const { notifications } = words;
  const changes = pending.flatMap(({ id, content }) => (isChange(content) ? [{ id, content }] : []));
  const [first, ...more] = changes;
  const digest =
    first && changes.length > MAX_SINGLES
      ? [
          {
            ids: [first.id, ...more.map(({ id }) => id)] as const,
            message: digestMessage(
              notifications,
              changes.map(({ content }) => content),
            ),
          },
        ]
      : [];
  const singles = pending.flatMap(({ id, content }) => {
    if (digest.length > 0 && isChange(content)) return [];
    return [{ ids: [id] as const, message: toMessage(words, content, where) }];
  });
  return [...digest, ...singles];
}

const isChange = (content: Content): content is Extract<Content, { kind: 'grant' | 'revoke' | 'kick' }> =>
  content.kind === 'grant' || content.kind === 'revoke' || content.kind === 'kick';

function toMessage(words: Words, content: Content, where: Where): Message {
  if (isChange(content)) return changeMessage(words, content);
  if (content.kind === 'held') {
    const { since = '' } = content;
    return {
      ...heldMessage(words.notifications, content),
      question: { ...where, about: 'held sweep', since },
    };
  }
  const message = problemMessage(words, content);
  if (content.kind === 'mended') return message;
  return { ...message, question: { ...where, about: content.kind, subject: keyOf(content.subject) } };
}
