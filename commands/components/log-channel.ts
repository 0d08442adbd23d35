import Type, { type Static } from 'typebox';
import type { Context } from '../../src/discord/commands/context.ts';
import { button, type Reply } from '../../src/discord/commands/reply.ts';
import { defineStep } from '../../src/discord/commands/step.ts';
import { type Words, wordsFor } from '../../src/i18n/index.ts';
import { Markdown } from '../../src/i18n/markdown.ts';

/** A problem as shown in the log channel: its subject and its Markdown. */
const Told = Type.Object({ subject: Type.String(), text: Type.String() });
type Told = Static<typeof Told>;

/** The question of a held sweep: its Markdown, and the time it began to wait. */
const Question = Type.Object({ text: Type.String(), since: Type.String() });
type Question = Static<typeof Question>;

const shared = { isShared: true } as const;

/** Renders a problem for the log channel, where any admin may answer it. */
export const problemMessage = (words: Words, told: Told, more: readonly Markdown[] = []): Reply => ({
  tone: 'warning',
  title: words.notifications.problem,
  lines: [new Markdown(told.text), ...more],
  rows: [
    [
      button(retryTold, told, words.problems.retry, { ...shared, look: 'main' }),
      button(dismissTold, told, words.problems.dismiss, shared),
    ],
  ],
});

/** Renders the question of a sweep held for an admin. */
export const pendingSweepMessage = (words: Words, { text, since }: Question): Reply => ({
  tone: 'warning',
  title: words.notifications.held,
  lines: [new Markdown(text)],
  rows: [
    [
      button(approveTold, { text, since }, words.problems.approve, { ...shared, look: 'danger' }),
      button(refuseTold, { text, since }, words.problems.refuse, shared),
    ],
  ],
});

const goneCard = (words: Words, { text }: Told): Reply => ({
  tone: 'good',
  title: words.problems.told.gone,
  lines: [new Markdown(text)],
});

async function retry(context: Context, told: Told): Promise<Reply> {
  const { features, guildId, userId } = context;
  const words = await guildWords(context);
  const isThere = await features.access.retryProblem({ guildId, by: userId }, { subject: told.subject });
  if (!isThere) return goneCard(words, told);
  return problemMessage(words, told, [words.problems.told.retriedBy(userId, context.now())]);
}

async function answer(context: Context, { text, since }: Question, said: 'approve' | 'refuse') {
  const { features, guildId, userId } = context;
  const { told } = (await guildWords(context)).problems;
  const lines = [new Markdown(text)];
  const shown = { since: new Date(since), isRefused: false };
  if (!(await features.access.answerHeld(guildId, said, userId, shown)))
    return { title: told.answered, lines };
  const title = said === 'approve' ? told.approved : told.refused;
  return { tone: 'good', title, lines: [...lines, told.answeredBy(userId)] } satisfies Reply;
}

const retryTold = defineStep({ data: Told, once: true, run: retry });

const dismissTold = defineStep({
  data: Told,
  once: true,
  async run(context, told) {
    const { features, guildId, userId } = context;
    const words = await guildWords(context);
    const isThere = await features.access.dismissProblem({ guildId, by: userId }, { subject: told.subject });
    if (!isThere) return goneCard(words, told);
    const { dismissed, dismissedBy } = words.problems.told;
    return { title: dismissed, lines: [new Markdown(told.text), dismissedBy(userId)] };
  },
});

const approveTold = defineStep({
  data: Question,
  once: true,
  run: (context, question) => answer(context, question, 'approve'),
});

const refuseTold = defineStep({
  data: Question,
  once: true,
  run: (context, question) => answer(context, question, 'refuse'),
});

export const logChannelSteps = { retryTold, dismissTold, approveTold, refuseTold };

/** Returns the words in the guild's language, for messages that all members read. */
export const guildWords = async ({ features, guildId }: Context): Promise<Words> =>
  wordsFor((await features.settings.read(guildId)).language);
