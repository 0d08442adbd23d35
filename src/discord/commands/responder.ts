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
import type { Reply } from './reply.ts';
import type { Answers } from './step.ts';

/** Interactions that are answered with messages. */
export type Asking =
  | ChatInputCommandInteraction
  | UserContextMenuCommandInteraction
  | MessageComponentInteraction
  | ModalSubmitInteraction;

/** Rendered reply. */
export interface Said {
  readonly card: APIContainerComponent;
  readonly picture: Reply['picture'];
}

/** Response channel of an acknowledged interaction. */
export interface Voice {
  /** Shows an answer, replacing the previous one. */
  say(said: Said): Promise<void>;
  /** Shows a refusal: to the user only, unless the pending answer is public. Leaves other messages unchanged. */
  refuse(said: Said): Promise<void>;
}

const bodyOf = ({ card, picture }: Said) => ({
  components: [card],
  files: picture ? [new AttachmentBuilder(Buffer.from(picture.data), { name: picture.name })] : [],
  // Mentions in the text never ping.
  allowedMentions: { parse: [] },
});

const edit = async (asking: Asking, said: Said): Promise<void> => {
  const body: InteractionEditReplyOptions = { ...bodyOf(said), flags: MessageFlags.IsComponentsV2 };
  await asking.editReply(body);
};

const HIDDEN = MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral;

/** For an interaction not yet acknowledged: the message is the first response. */
export function directly(asking: Asking): Voice {
  const reply = async (said: Said) => void (await asking.reply({ ...bodyOf(said), flags: HIDDEN }));
  return { say: reply, refuse: reply };
}

/** Acknowledges with "… is thinking", which the answer replaces. */
export async function thinking(asking: Asking, isPublic: boolean): Promise<Voice> {
  await asking.deferReply(isPublic ? {} : { flags: MessageFlags.Ephemeral });
  return { say: (said) => edit(asking, said), refuse: (said) => edit(asking, said) };
}

/** Acknowledges silently: the message with the control stays until an answer replaces it. */
async function updating(asking: MessageComponentInteraction | ModalSubmitInteraction): Promise<Voice> {
  if (asking.isModalSubmit() && !asking.isFromMessage()) return thinking(asking, false);
  await asking.deferUpdate();
  return {
    say: (said) => edit(asking, said),
    refuse: async (said) => void (await asking.followUp({ ...bodyOf(said), flags: HIDDEN })),
  };
}

/** Acknowledges a button, a menu or a form, before its step is loaded. Not if it opens a form. */
export async function acknowledge(
  asking: MessageComponentInteraction | ModalSubmitInteraction,
  answers: Answers,
): Promise<Voice> {
  if (answers === 'form') return directly(asking);
  return answers === 'update' ? updating(asking) : thinking(asking, false);
}
