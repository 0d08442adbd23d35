import { InteractionType, MessageFlags } from 'discord-api-types/v10';
import { deleteMessage, editMessage, postMessage } from '../changes/messages.ts';
import type { Community } from '../community.ts';
import type { MessageBody } from '../messages/body.ts';
import { type Draft, toDraft } from '../messages/check.ts';
import { mentionsOf } from '../messages/mentions.ts';
import { permissionsIn } from '../permissions.ts';
import type { Message } from '../records.ts';
import { refusals } from '../rest/api-error.ts';
import type { Interaction } from './interaction.ts';

const { Ephemeral, Loading } = MessageFlags;

/** What the bot says in answer to an interaction: it needs no permission to speak in the channel. */
export function say(community: Community, interaction: Interaction, body: MessageBody): Message {
  return post(community, interaction, toDraft(body), body.allowed_mentions);
}

/** "… is thinking": a message whose content comes later, seen by all or by one. */
export function think(community: Community, interaction: Interaction, flags = 0): Message {
  const empty: Draft = { content: '', embeds: [], components: [], flags: (flags & Ephemeral) | Loading };
  return post(community, interaction, empty, undefined);
}

/** Changes a message of the interaction; what was thought about is said by it. */
export function edit(
  community: Community,
  interaction: Interaction,
  before: Message,
  body: MessageBody,
): Message {
  const draft = toDraft(body, { ...before, flags: before.flags & ~Loading });
  const flags = (draft.flags & ~Ephemeral) | (before.flags & Ephemeral);
  const mentions = mentionsOf(draft, body.allowed_mentions, placeOf(community, interaction));
  const message = { ...before, ...draft, flags, mentions, editedAt: community.now().toISOString() };
  community.commit(editMessage(message));
  return message;
}

export function remove(community: Community, message: Message): void {
  community.commit(deleteMessage(message));
}

/** A message that belongs to the interaction, by its id or as `@original`. */
export function messageOf(community: Community, interaction: Interaction, messageId: string): Message {
  const id = messageId === '@original' ? interaction.originalId : messageId;
  const message = community.state.messages.get(interaction.channelId)?.get(id ?? '');
  const isOwn = message?.interaction?.id === interaction.id || message?.id === interaction.originalId;
  if (!message || !isOwn) throw refusals.unknownMessage();
  return message;
}

function post(
  community: Community,
  interaction: Interaction,
  draft: Draft,
  allowed: MessageBody['allowed_mentions'],
): Message {
  const { type, messageId } = interaction;
  const message: Message = {
    ...draft,
    id: community.nextId(),
    channelId: interaction.channelId,
    authorId: community.state.application.botId,
    at: community.now().toISOString(),
    editedAt: null,
    mentions: mentionsOf(draft, allowed, placeOf(community, interaction)),
    interaction: {
      ...(interaction.command !== undefined && { command: interaction.command }),
      id: interaction.id,
      // An autocompletion is never answered with a message.
      type:
        type === InteractionType.ApplicationCommandAutocomplete ? InteractionType.ApplicationCommand : type,
      userId: interaction.userId,
      ...(messageId !== undefined && { messageId }),
    },
    ...(draft.flags & Ephemeral && { visibleTo: interaction.userId }),
  };
  community.commit(postMessage(community.state, message));
  return message;
}

function placeOf({ state }: Community, { guildId, channelId }: Interaction) {
  const guild = guildId === undefined ? undefined : state.guilds.get(guildId);
  const self = guild?.members.get(state.application.botId);
  const channel = state.channels.get(channelId);
  return { guild, permissions: guild && self && channel ? permissionsIn(guild, channel, self) : 0n };
}
