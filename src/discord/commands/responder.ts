import {
  AttachmentBuilder,
  type ChatInputCommandInteraction,
  type InteractionEditReplyOptions,
  type MessageComponentInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
  type UserContextMenuCommandInteraction,
} from 'discord.js';
import type { APIContainerComponent } from 'discord-api-types/v10';
import type { Answers, Reply } from './reply.ts';

/** Interactions that are answered with messages. */
export type Repliable =
  | ChatInputCommandInteraction
  | UserContextMenuCommandInteraction
  | MessageComponentInteraction
  | ModalSubmitInteraction;

/** Rendered reply. */
export interface RenderedReply {
  readonly card: APIContainerComponent;
  readonly picture: Reply['picture'];
}

/** Response channel of an acknowledged interaction. */
export interface Responder {
  /** Shows an answer, replacing the previous one. */
  say(rendered: RenderedReply): Promise<void>;
  /** Shows a refusal: to the user only, unless the pending answer is public. Leaves other messages unchanged. */
  refuse(rendered: RenderedReply): Promise<void>;
}

const bodyOf = ({ card, picture }: RenderedReply) => ({
  components: [card],
  files: picture ? [new AttachmentBuilder(Buffer.from(picture.data), { name: picture.name })] : [],
  // Mentions in the text never ping.
  allowedMentions: { parse: [] },
});

const edit = async (interaction: Repliable, rendered: RenderedReply): Promise<void> => {
  const body: InteractionEditReplyOptions = { ...bodyOf(rendered), flags: MessageFlags.IsComponentsV2 };
  await interaction.editReply(body);
};

const HIDDEN = MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral;

/** For an interaction not yet acknowledged: the message is the first response. */
export function replyDirectly(interaction: Repliable): Responder {
  const reply = async (rendered: RenderedReply) =>
    void (await interaction.reply({ ...bodyOf(rendered), flags: HIDDEN }));
  return { say: reply, refuse: reply };
}

/** Acknowledges with "… is thinking", which the answer replaces. */
export async function deferReply(interaction: Repliable, isPublic: boolean): Promise<Responder> {
  await interaction.deferReply(isPublic ? {} : { flags: MessageFlags.Ephemeral });
  return {
    say: (rendered) => edit(interaction, rendered),
    refuse: (rendered) => edit(interaction, rendered),
  };
}

/** Acknowledges silently: the message with the control stays until an answer replaces it. */
async function updating(
  interaction: MessageComponentInteraction | ModalSubmitInteraction,
): Promise<Responder> {
  if (interaction.isModalSubmit() && !interaction.isFromMessage()) return deferReply(interaction, false);
  await interaction.deferUpdate();
  return {
    say: (rendered) => edit(interaction, rendered),
    refuse: async (rendered) => void (await interaction.followUp({ ...bodyOf(rendered), flags: HIDDEN })),
  };
}

/** Acknowledges a button, a menu or a form, before its step is loaded. Not if it opens a form. */
export async function acknowledge(
  interaction: MessageComponentInteraction | ModalSubmitInteraction,
  answers: Answers,
): Promise<Responder> {
  if (answers === 'form') return replyDirectly(interaction);
  return answers === 'update' ? updating(interaction) : deferReply(interaction, false);
}
