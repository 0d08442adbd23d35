import { InteractionType, MessageFlags } from 'discord-api-types/v10';
import type { File } from '../attachments/records.ts';
import { deleteMessage, editMessage, postMessage } from '../changes/messages.ts';
import type { LocalCommunity } from '../community.ts';
import type { MessageBody } from '../messages/body.ts';
import { type Draft, EMPTY } from '../messages/check.ts';
import { compose, type Submission } from '../messages/compose.ts';
import { mentionsOf } from '../messages/mentions.ts';
import { whereabouts } from '../messages/whereabouts.ts';
import type { Message } from '../records.ts';
import { refusals } from '../rest/api-error.ts';
import type { Interaction } from './interaction.ts';

const { Ephemeral, Loading } = MessageFlags;

/** Posts the bot's answer to an interaction. It needs no permission to send messages in the channel. */
export function say(community: LocalCommunity, interaction: Interaction, submission: Submission): Message {
  const { draft, files } = compose(community.nextId, submission);
  return post(community, interaction, draft, submission.body.allowed_mentions, files);
}

/** Posts "… is thinking", a message whose content follows later. It is visible to all, or only to the member. */
export function think(community: LocalCommunity, interaction: Interaction, flags = 0): Message {
  return post(community, interaction, { ...EMPTY, flags: (flags & Ephemeral) | Loading }, undefined);
}

/** Edits a message of the interaction. Filling in a "… is thinking" message doesn't mark it as edited. */
export function edit(
  community: LocalCommunity,
  interaction: Interaction,
  before: Message,
  submission: Submission,
): Message {
  const thought = { ...before, flags: before.flags & ~Loading };
  const { draft, files } = compose(community.nextId, submission, thought);
  const flags = (draft.flags & ~Ephemeral) | (before.flags & Ephemeral);
  const mentions = mentionsOf(
    draft,
    submission.body.allowed_mentions,
    whereabouts(community.state, community.state.application.botId, interaction.channelId),
  );
  const editedAt = before.flags & Loading ? null : community.now().toISOString();
  const message = { ...before, ...draft, flags, mentions, editedAt };
  community.commit(editMessage(before, message, files));
  return message;
}

export function remove(community: LocalCommunity, message: Message): void {
  community.commit(deleteMessage(message));
}

/** Finds a message of the interaction by its id or as `@original`. */
export function messageOf(community: LocalCommunity, interaction: Interaction, messageId: string): Message {
  const id = messageId === '@original' ? interaction.originalId : messageId;
  const message = community.state.messages.get(interaction.channelId)?.get(id ?? '');
  const isOwn = message?.interaction?.id === interaction.id || message?.id === interaction.originalId;
  if (!message || !isOwn) throw refusals.unknownMessage();
  return message;
}

function post(
  community: LocalCommunity,
  interaction: Interaction,
  draft: Draft,
  allowed: MessageBody['allowed_mentions'],
  files: readonly File[] = [],
): Message {
  const { type, messageId, menuOf } = interaction;
  const message: Message = {
    ...draft,
    id: community.nextId(),
    channelId: interaction.channelId,
    authorId: community.state.application.botId,
    at: community.now().toISOString(),
    editedAt: null,
    mentions: mentionsOf(
      draft,
      allowed,
      whereabouts(community.state, community.state.application.botId, interaction.channelId),
    ),
    interaction: {
      ...(interaction.command !== undefined && { command: interaction.command }),
      id: interaction.id,
      // An autocompletion is never answered with a message.
      type:
        type === InteractionType.ApplicationCommandAutocomplete ? InteractionType.ApplicationCommand : type,
      userId: interaction.userId,
      ...(messageId !== undefined && { messageId }),
      ...(menuOf && { menuOf }),
    },
    ...(draft.flags & Ephemeral && { visibleTo: interaction.userId }),
  };
  community.commit(postMessage(community.state, message, files));
  return message;
}
