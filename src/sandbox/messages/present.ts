import {
  type APIMessage,
  type APIMessageInteractionMetadata,
  ApplicationIntegrationType,
  InteractionType,
  MessageReferenceType,
  MessageType,
} from 'discord-api-types/v10';
import { nameIn, toApiAttachment } from '../attachments/present.ts';
import { toApiUser, userOrGone } from '../present.ts';
import type { Message } from '../records.ts';
import type { CommunityState } from '../state.ts';
import { toApiTime } from '../timestamp.ts';
import { mediaOf, walk } from './check.ts';
import { mediaIn, toApiComponent, toApiEmbed } from './present-media.ts';

/**
 * Converts a message for the bot, which lacks the Message Content intent: messages of others are empty, unless they
 * mention the bot or are direct messages to it.
 * https://docs.discord.com/developers/events/gateway#message-content-intent
 */
export function toBotMessage(state: CommunityState, message: Message, depth = 1): APIMessage {
  const { botId } = state.application;
  const place = state.channels.get(message.channelId)?.in;
  const isForBot = message.authorId === botId || message.mentions.users.includes(botId);
  const shown = toApiMessage(state, message, depth);
  if (isForBot || (place && 'userId' in place)) return shown;
  return { ...shown, content: '', embeds: [], attachments: [], components: [] };
}

/** Converts a message to the platform's format. @param depth levels of replied-to messages to include */
export function toApiMessage(state: CommunityState, message: Message, depth = 1): APIMessage {
  const { interaction, repliesTo } = message;
  return {
    id: message.id,
    channel_id: message.channelId,
    type: typeOf(message),
    author: toApiUser(userOrGone(state, message.authorId)),
    content: message.content,
    timestamp: toApiTime(message.at),
    edited_timestamp: message.editedAt && toApiTime(message.editedAt),
    tts: false,
    mention_everyone: message.mentions.everyone,
    mentions: message.mentions.users.map((id) => toApiUser(userOrGone(state, id))),
    mention_roles: message.mentions.roles,
    attachments: unused(message).map((attachment) => toApiAttachment(state, message, attachment)),
    embeds: message.embeds.map((embed) => toApiEmbed(state, message, embed)),
    components: message.components.map((component) => toApiComponent(state, message, component)),
    pinned: false,
    flags: message.flags,
    ...(repliesTo !== undefined && {
      message_reference: {
        type: MessageReferenceType.Default,
        channel_id: message.channelId,
        message_id: repliesTo,
      },
      ...(depth > 0 && { referenced_message: referenced(state, message.channelId, repliesTo) }),
    }),
    ...(interaction && {
      application_id: state.application.id,
      webhook_id: state.application.id,
      interaction_metadata: toMetadata(state, interaction),
    }),
  };
}

/**
 * Returns the attachments that no embed or component shows. The platform lists only these.
 * https://docs.discord.com/developers/resources/message#message-object
 */
function unused({ attachments = [], embeds, components }: Message) {
  const shown = [...embeds.flatMap(mediaIn), ...[...walk(components)].flatMap(mediaOf)].map(nameIn);
  return attachments.filter(({ filename }) => !shown.includes(filename));
}

/** Returns null for a deleted message. */
function referenced(state: CommunityState, channelId: string, messageId: string): APIMessage | null {
  const message = state.messages.get(channelId)?.get(messageId);
  return message ? toBotMessage(state, message, 0) : null;
}

function typeOf({ interaction, repliesTo }: Message): MessageType {
  if (interaction?.type === InteractionType.ApplicationCommand)
    return interaction.menuOf ? MessageType.ContextMenuCommand : MessageType.ChatInputCommand;
  return repliesTo === undefined ? MessageType.Default : MessageType.Reply;
}

function toMetadata(
  state: CommunityState,
  interaction: NonNullable<Message['interaction']>,
): APIMessageInteractionMetadata {
  const { id, messageId = id, menuOf } = interaction;
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
  const command = {
    ...common,
    type: InteractionType.ApplicationCommand,
    ...(menuOf && 'userId' in menuOf && { target_user: toApiUser(userOrGone(state, menuOf.userId)) }),
    ...(menuOf && 'messageId' in menuOf && { target_message_id: menuOf.messageId }),
  } as const;
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
