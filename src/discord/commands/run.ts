import pTimeout from 'p-timeout';
import type { TSchema } from 'typebox';
import type { Clock } from '../../clock.ts';
import { isUnreachable } from '../../database/unreachable.ts';
import { type Words, wordsFor } from '../../i18n/index.ts';
import type { Logger } from '../../observability/log.ts';
import { requireAudience } from './authorize.ts';
import type { Command } from './command.ts';
import type { Context, Features } from './context.ts';
import { failureOf, isOver, OutOfTime, withoutControls } from './failure.ts';
import { render } from './render.ts';
import { renderForm } from './render-form.ts';
import type { Reply, Target } from './reply.ts';
import type { RenderedReply, Repliable, Responder } from './responder.ts';
import { type Answer, isForm } from './step.ts';
import type { StepStore } from './step-store.ts';

/**
 * Time limits of an answer and of a form, in milliseconds. An answer can be shown for 15 minutes, a form for three
 * seconds.
 * @see https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages
 */
const ANSWER_TIMEOUT = 14 * 60_000;
const FORM_TIMEOUT = 2_400;

export interface RunDeps {
  readonly steps: StepStore;
  readonly features: Features;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Handler to run for an interaction. */
export interface Task {
  readonly interaction: Repliable;
  readonly responder: Responder;
  readonly command: Command;
  /** Whether the first response is a form, so that the interaction isn't acknowledged yet. */
  readonly opensForm: boolean;
  run(context: Context): Promise<Answer>;
}

/**
 * Runs the handler and shows its answer. An error is shown as an explanation.
 * @throws the platform's error if the interaction is over, so that no answer can be shown
 */
export async function run(deps: RunDeps, task: Task): Promise<void> {
  const { interaction, responder, command } = task;
  const words = wordsFor(interaction.locale);
  try {
    const answer = await inTime(task.opensForm ? FORM_TIMEOUT : ANSWER_TIMEOUT, async (signal) => {
      const context = contextOf(deps, interaction, words, signal);
      await requireAudience(command, context);
      return task.run({
        ...context,
        show: async (reply) => {
          if (!task.opensForm) await responder.say(await toSaid(deps, task, words, reply));
        },
      });
    });
    if (isForm(answer)) await openForm(deps, task, words, answer);
    else await responder.say(await toSaid(deps, task, words, answer));
  } catch (error) {
    if (isOver(error)) throw error;
    const about = { command: command.name, guildId: interaction.guildId, userId: interaction.user.id };
    await responder.refuse(await withoutControls(failureOf(error, words, deps.log, about), words));
  }
}

/** Builds the context of an interaction. Its `show` does nothing. */
export const contextOf = (
  { features, clock, log }: Pick<RunDeps, 'features' | 'clock' | 'log'>,
  interaction: Pick<Repliable, 'guildId' | 'user'>,
  words: Words,
  signal: AbortSignal,
): Context => ({
  guildId: interaction.guildId ?? '',
  userId: interaction.user.id,
  words,
  features,
  signal,
  now: () => clock.now(),
  show: async () => undefined,
  failure: (error) =>
    failureOf(error, words, log, { guildId: interaction.guildId, userId: interaction.user.id }),
});

/** Runs work with a timeout. Work that ignores the signal goes on, but its result is dropped. @throws OutOfTime */
export async function inTime<T>(timeout: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  return pTimeout(work(limit.signal), {
    milliseconds: timeout,
    fallback: () => {
      limit.abort();
      throw new OutOfTime();
    },
  });
}

async function openForm(
  deps: RunDeps,
  { interaction, command, opensForm }: Task,
  words: Words,
  answer: Extract<Answer, { form: unknown }>,
): Promise<void> {
  if (!opensForm || interaction.isModalSubmit()) {
    throw new TypeError(`The command ${command.name} opens a form without declaring opensForm.`);
  }
  const id = await deps.steps.keep(command, answer.form, answer.data, whose(interaction, false));
  await interaction.showModal(renderForm(answer, id, words));
}

async function toSaid(
  deps: RunDeps,
  { interaction, command }: Task,
  words: Words,
  reply: Reply,
): Promise<RenderedReply> {
  const keep = (control: { step: Target<TSchema>; data: unknown; isShared: boolean }) =>
    deps.steps.keep(command, control.step, control.data, whose(interaction, control.isShared));
  try {
    return { card: await render(reply, words, keep), picture: reply.picture };
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    deps.log.warn({ err: error, command: command.name }, 'an answer was sent without its controls');
    return { ...(await withoutControls(reply, words, words.frame.noControls)), picture: reply.picture };
  }
}

const whose = ({ guildId, user }: Repliable, isShared: boolean) => ({
  guildId: guildId ?? '',
  userId: isShared ? null : user.id,
});
