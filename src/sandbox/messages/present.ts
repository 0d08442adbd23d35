import {
  type APIMessage,
  type APIMessageInteractionMetadata,
  ApplicationIntegrationType,
  InteractionType,
  MessageReferenceType,
  MessageType,
} from 'discord-api-types/v10';
import { toApiUser, userOrGone } from '../present.ts';
import type { Message } from '../records.ts';
import type { CommunityState } from '../state.ts';

/** A message as the platform shows it. */
export function toApiMessage(state: CommunityState, message: Message): APIMessage {
  const { interaction, repliesTo } = message;
  return {
    id: message.id,
    channel_id: message.channelId,
    type: typeOf(message),
    author: toApiUser(userOrGone(state, message.authorId)),
    content: message.content,
    timestamp: message.at,
    edited_timestamp: message.editedAt,
    tts: false,
    mention_everyone: message.mentions.everyone,
    mentions: message.mentions.users.map((id) => toApiUser(userOrGone(state, id))),
    mention_roles: message.mentions.roles,
    attachments: [],
    embeds: message.embeds,
    components: message.components,
    pinned: false,
    flags: message.flags,
    ...(repliesTo !== undefined && {
      message_reference: {
        type: MessageReferenceType.Default,
        channel_id: message.channelId,
        message_id: repliesTo,
      },
    }),
    ...(interaction && {
      application_id: state.application.id,
      webhook_id: state.application.id,
      interaction_metadata: toMetadata(state, interaction),
    }),
  };
}

function typeOf({ interaction, repliesTo }: Message): MessageType {
  if (interaction?.type === InteractionType.ApplicationCommand) return MessageType.ChatInputCommand;
  return repliesTo === undefined ? MessageType.Default : MessageType.Reply;
}

function toMetadata(
  state: CommunityState,
  interaction: NonNullable<Message['interaction']>,
): APIMessageInteractionMetadata {
  const { id, messageId = id } = interaction;
  const common = {
    id,
    user: toApiUser(userOrGone(state, interaction.userId)),
    authorizing_integration_owners: { [ApplicationIntegrationType.GuildInstall]: '0' },
  };
  const component = {
    ...common,
    type: InteractionType.MessageComponent,
    interacted_message_id: messageId,
  } as const;
  const command = { ...common, type: InteractionType.ApplicationCommand } as const;
  switch (interaction.type) {
    case InteractionType.ApplicationCommand:
      return command;
    case InteractionType.MessageComponent:
      return component;
    case InteractionType.ModalSubmit:
      return {
        ...common,
        type: interaction.type,
        triggering_interaction_metadata: interaction.messageId === undefined ? command : component,
      };
  }
}
