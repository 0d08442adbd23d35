import type { Interaction, MessageComponentInteraction, ModalSubmitInteraction } from 'discord.js';
import { english, wordsFor } from '../../i18n/index.ts';
import { inSpan } from '../../observability/trace.ts';
import { refuseCommand, refuseStep } from './authorize.ts';
import { type Command, isRunnable, type Runnable } from './command.ts';
import { failureOf, isOver, withoutControls } from './failure.ts';
import { inputOf, sentIn, toPerson } from './input.ts';
import { acknowledge, deferReply, type Repliable, type Responder, replyDirectly } from './responder.ts';
import { type RunDeps, run } from './run.ts';
import { answersOf } from './step-store.ts';
import { suggest } from './suggest.ts';

export interface DispatchDeps extends RunDeps {
  readonly guildIds: readonly string[];
  readonly commands: readonly Command[];
}

/**
 * Creates the interaction handler. It acknowledges an interaction at once, unless that opens a form, and then handles
 * it. Never rejects. An interaction that has expired, or that another instance answers, is not an error.
 */
export const createDispatch =
  (deps: DispatchDeps) =>
  (interaction: Interaction): Promise<void> =>
    inSpan('interaction', { kind: 'asked' }, () => answer(deps, interaction));

async function answer(deps: DispatchDeps, interaction: Interaction): Promise<void> {
  try {
    if (interaction.isAutocomplete()) await suggest(deps, interaction, findRunnable(deps, interaction));
    else if (interaction.isChatInputCommand()) await runCommand(deps, interaction);
    else if (interaction.isUserContextMenuCommand()) await runMenu(deps, interaction);
    else if (interaction.isMessageComponent() || interaction.isModalSubmit()) {
      await runStep(deps, interaction);
    }
  } catch (error) {
    const about = { guildId: interaction.guildId, userId: interaction.user.id };
    if (isOver(error)) deps.log.info({ ...about, err: error }, 'an interaction ended before it was answered');
    else deps.log.error({ ...about, err: error }, 'an interaction could not be answered');
  }
}

const find = ({ commands }: DispatchDeps, name: string): Command | undefined =>
  commands.find((command) => command.name === name);

function findRunnable(
  deps: DispatchDeps,
  interaction: Extract<Interaction, { commandName: string; options: { getSubcommand: unknown } }>,
): { command: Command; runnable: Runnable } | undefined {
  const command = find(deps, interaction.commandName);
  if (command?.kind !== 'slash') return undefined;
  const { runnables } = command;
  const runnable = isRunnable(runnables)
    ? runnables
    : runnables[interaction.options.getSubcommand(false) ?? ''];
  return runnable && { command, runnable };
}

async function runCommand(
  deps: DispatchDeps,
  interaction: Extract<Repliable, { options: { getSubcommand: unknown } }>,
): Promise<void> {
  const found = findRunnable(deps, interaction);
  const refusal = refuseCommand(interaction, deps.guildIds, found?.command);
  if (refusal || !found) return refuse(interaction, replyDirectly(interaction), refusal ?? 'outOfDate');
  const { command, runnable } = found;
  const { opensForm } = runnable;
  const responder = opensForm
    ? replyDirectly(interaction)
    : await deferReply(interaction, command.isPublic ?? false);
  const invoke = (context: Parameters<Runnable['invoke']>[0]) =>
    runnable.invoke(context, sentIn(interaction.options));
  await run(deps, { interaction, responder, command, opensForm, run: invoke });
}

async function runMenu(
  deps: DispatchDeps,
  interaction: Extract<Repliable, { targetUser: unknown }>,
): Promise<void> {
  const command = deps.commands.find(
    (each) => each.kind === 'member menu' && each.label(english) === interaction.commandName,
  );
  const refusal = refuseCommand(interaction, deps.guildIds, command);
  if (refusal || command?.kind !== 'member menu') {
    return refuse(interaction, replyDirectly(interaction), refusal ?? 'outOfDate');
  }
  const responder = await deferReply(interaction, command.isPublic ?? false);
  const member = toPerson(interaction.targetUser, interaction.targetMember);
  await run(deps, {
    interaction,
    responder,
    command,
    opensForm: false,
    run: (context) => command.run(context, member),
  });
}

/** The custom id only identifies the stored step. It grants nothing, so all permissions are checked again. */
async function runStep(
  deps: DispatchDeps,
  interaction: MessageComponentInteraction | ModalSubmitInteraction,
): Promise<void> {
  const answers = answersOf(interaction.customId);
  const responder =
    answers === undefined ? replyDirectly(interaction) : await acknowledge(interaction, answers);
  const words = wordsFor(interaction.locale);
  try {
    const elsewhere = !deps.guildIds.includes(interaction.guildId ?? '');
    if (elsewhere) return await refuse(interaction, responder, 'notHere');
    const kept = answers === undefined ? null : await deps.steps.find(interaction.customId);
    const command = kept ? find(deps, kept.command) : undefined;
    const refusal = refuseStep(interaction, kept, command);
    const step = command?.steps?.[kept?.step ?? ''];
    if (refusal || !kept || !command || !step) return await refuse(interaction, responder, refusal ?? 'gone');
    if (step.once && !(await deps.steps.take(kept.id))) return await refuse(interaction, responder, 'done');
    const invoke = (context: Parameters<Runnable['invoke']>[0]) =>
      step.invoke(context, kept.data, inputOf(interaction));
    await run(deps, { interaction, responder, command, opensForm: answers === 'form', run: invoke });
  } catch (error) {
    if (isOver(error)) throw error;
    await responder.refuse(
      await withoutControls(failureOf(error, words, deps.log, { userId: interaction.user.id }), words),
    );
  }
}

async function refuse(
  interaction: Repliable,
  responder: Responder,
  why: 'done' | NonNullable<ReturnType<typeof refuseStep>>,
) {
  const words = wordsFor(interaction.locale);
  await responder.refuse(await withoutControls({ tone: 'warning', title: words.frame[why] }, words));
}
