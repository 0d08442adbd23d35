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

/** What is answered with messages. */
export type Asking =
  | ChatInputCommandInteraction
  | UserContextMenuCommandInteraction
  | MessageComponentInteraction
  | ModalSubmitInteraction;

/** A reply, rendered. */
export interface Said {
  readonly card: APIContainerComponent;
  readonly picture: Reply['picture'];
}

/** How an interaction is spoken to, after it was acknowledged in one way or another. */
export interface Voice {
  /** Says, or says instead of what was said before. */
  say(said: Said): Promise<void>;
  /** Says to who asked alone that it can't be done; what else there is stays as it is. */
  refuse(said: Said): Promise<void>;
}

const bodyOf = ({ card, picture }: Said) => ({
  components: [card],
  files: picture ? [new AttachmentBuilder(Buffer.from(picture.data), { name: picture.name })] : [],
  // Whoever is named, nobody is pinged.
  allowedMentions: { parse: [] },
});

const edit = async (asking: Asking, said: Said): Promise<void> => {
  const body: InteractionEditReplyOptions = { ...bodyOf(said), flags: MessageFlags.IsComponentsV2 };
  await asking.editReply(body);
};

const HIDDEN = MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral;

/** Before anything was acknowledged: the first answer itself says it. */
export function directly(asking: Asking): Voice {
  const reply = async (said: Said) => void (await asking.reply({ ...bodyOf(said), flags: HIDDEN }));
  return { say: reply, refuse: reply };
}

/** "… is thinking", then the answer. */
export async function thinking(asking: Asking, isPublic: boolean): Promise<Voice> {
  await asking.deferReply(isPublic ? {} : { flags: MessageFlags.Ephemeral });
  return { say: (said) => edit(asking, said), refuse: (said) => edit(asking, said) };
}

/** The message with the control stays as it is until it is changed. */
async function updating(asking: MessageComponentInteraction | ModalSubmitInteraction): Promise<Voice> {
  if (asking.isModalSubmit() && !asking.isFromMessage()) return thinking(asking, false);
  await asking.deferUpdate();
  return {
    say: (said) => edit(asking, said),
    refuse: async (said) => void (await asking.followUp({ ...bodyOf(said), flags: HIDDEN })),
  };
}

/** Acknowledges a button, a menu or a form before anything is known of it but how it is to be answered. */
export async function acknowledge(
  asking: MessageComponentInteraction | ModalSubmitInteraction,
  answers: Answers,
): Promise<Voice> {
  if (answers === 'form') return directly(asking);
  return answers === 'update' ? updating(asking) : thinking(asking, false);
}
