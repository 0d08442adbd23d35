import Value from 'typebox/value';
import { Content } from '../access/announcements.ts';
import { CommunityRefusal, type Obstacle } from '../access/community.ts';
import { LOG_CHANNEL, meet, openProblems, type ProblemDeps, settleProblems } from '../access/problems.ts';
import { readSettings } from '../operating/settings.ts';
import { type Words, wordsFor } from '../words/index.ts';
import { changeMessage, digestMessage, heldMessage, problemMessage } from './messages.ts';
import { ChannelClosed, type Message, type Messenger, type Question } from './messenger.ts';

/** More changes than this are told in one message. */
const SINGLES = 5;

/** What is told at a time. */
const BATCH = 100;

const CHANNEL_CLOSED: Obstacle = {
  code: 'LOG_CHANNEL_CLOSED',
  message:
    "The log channel can't be written to. Give the bot View Channel, Send Messages and Embed Links there, or choose another one with /settings show.",
};

export type TellDeps = ProblemDeps & { readonly messenger: Messenger };

/**
 * Tells in a guild's log channel what was announced since the last time. A channel that can't be written to is
 * put before the admins; what it would have said is in the audit table all the same. So is a message that is refused
 * by itself, which is left out.
 */
export async function tellGuild(deps: TellDeps, guildId: string, signal: AbortSignal): Promise<void> {
  const { prisma } = deps;
  const { logChannelId: channelId, language } = await readSettings(prisma, guildId);
  const known = (await openProblems(prisma, guildId)).filter(({ subject }) => subject === LOG_CHANNEL);
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
    const told = rows.map(({ id, content }) => ({ id, content: Value.Parse(Content, content) }));
    for (const { ids, message } of compose(told, { guildId, language })) {
      try {
        await deps.messenger.post(channelId, message, ids[0], signal);
        await settleProblems(deps, { guildId, userId: '' }, known);
      } catch (error) {
        if (!(error instanceof CommunityRefusal)) throw error;
        if (error instanceof ChannelClosed) return await meet(deps, guildId, LOG_CHANNEL, CHANNEL_CLOSED);
        deps.log.error({ guildId, problem: error.message }, 'a message for the log channel was refused');
      }
      await prisma.announcement.deleteMany({ where: { id: { in: [...ids] } } });
    }
  }
}

interface Told {
  readonly id: string;
  readonly content: Content;
}

/** Whose log channel it is, and which language is spoken there. */
type Where = Pick<Question, 'guildId' | 'language'>;

/** Announcements as messages: each with those that it tells. */
export function compose(
  told: readonly Told[],
  where: Where,
): readonly { readonly ids: readonly [string, ...string[]]; readonly message: Message }[] {
  const words = wordsFor(where.language);
  const { telling } = words;
  const changes = told.flatMap(({ id, content }) => (isChange(content) ? [{ id, content }] : []));
  const [first, ...more] = changes;
  const digest =
    first && changes.length > SINGLES
      ? [
          {
            ids: [first.id, ...more.map(({ id }) => id)] as const,
            message: digestMessage(
              telling,
              changes.map(({ content }) => content),
            ),
          },
        ]
      : [];
  const singles = told.flatMap(({ id, content }) => {
    if (digest.length > 0 && isChange(content)) return [];
    return [{ ids: [id] as const, message: toMessage(words, content, where) }];
  });
  return [...digest, ...singles];
}

const isChange = (content: Content): content is Extract<Content, { kind: 'grant' | 'revoke' | 'kick' }> =>
  content.kind === 'grant' || content.kind === 'revoke' || content.kind === 'kick';

function toMessage(words: Words, content: Content, where: Where): Message {
  if (isChange(content)) return changeMessage(words.telling, content, where.language);
  if (content.kind === 'held') {
    const { since = '' } = content;
    return { ...heldMessage(words.telling, content), question: { ...where, about: 'held sweep', since } };
  }
  const message = problemMessage(words, content);
  const { kind, subject } = content;
  return kind === 'problem' ? { ...message, question: { ...where, about: kind, subject } } : message;
}
