import { MessageFlags, PermissionFlagsBits } from 'discord-api-types/v10';
import { toApiMessage } from '../../messages/present.ts';
import { permissionsIn } from '../../permissions.ts';
import type { Channel, Message, User } from '../../records.ts';
import type { CommunityState, Guild } from '../../state.ts';
import { nameOf, toMember } from './people.ts';
import type { Found } from './viewpoint.ts';

const LENGTH = 100;
/** Length of the excerpt of a replied-to message, in characters. */
const EXCERPT = 90;

const { Ephemeral, Loading } = MessageFlags;

/** Returns the channels with their newest message ids, and the messages of the open channel. */
export function toTalk(state: CommunityState, guild: Guild, { you, channel, channels, direct }: Found) {
  const messages = you && channel ? seenIn(state, channel, you).slice(-LENGTH) : [];
  return {
    channels: channels.map((each) => toChannel(state, guild, each, you)),
    direct: direct ? toChannel(state, guild, direct, you) : null,
    channel:
      channel && you
        ? {
            id: channel.id,
            name: channel.name,
            isDirect: 'userId' in channel.in,
            maySpeak: maySpeak(guild, channel, you),
            messages: messages.map((message) => toMessage(state, guild, message, you)),
          }
        : null,
    names: Object.fromEntries(mentionedIn(messages).map((id) => [id, nameOf(state.users.get(id))])),
  };
}

/** Returns the messages that a member can see: all but ephemeral ones for other members. */
export const seenIn = (state: CommunityState, channel: Channel, user: User): Message[] =>
  [...(state.messages.get(channel.id)?.values() ?? [])].filter(
    ({ visibleTo = user.id }) => visibleTo === user.id,
  );

/**
 * Members who haven't accepted the rules can't send messages:
 * https://support.discord.com/hc/en-us/articles/1500000466882
 */
export function maySpeak(guild: Guild, channel: Channel, user: User): boolean {
  if ('userId' in channel.in) return channel.in.userId === user.id;
  const member = guild.members.get(user.id);
  if (!member || member.pending) return false;
  return (permissionsIn(guild, channel, member) & PermissionFlagsBits.SendMessages) !== 0n;
}

function toChannel(state: CommunityState, guild: Guild, channel: Channel, you: User | undefined) {
  const everyone = guild.roles.get(guild.id);
  return {
    id: channel.id,
    name: channel.name,
    latest: you ? (seenIn(state, channel, you).at(-1)?.id ?? null) : null,
    isPrivate: channel.overwrites.some(
      ({ id, deny }) => id === everyone?.id && (BigInt(deny) & PermissionFlagsBits.ViewChannel) !== 0n,
    ),
  };
}

function toMessage(state: CommunityState, guild: Guild, message: Message, you: User) {
  const { interaction, repliesTo, mentions } = message;
  const { content, embeds, components, attachments } = toApiMessage(state, message);
  const answered = repliesTo ?? interaction?.messageId;
  const before = answered === undefined ? undefined : state.messages.get(message.channelId)?.get(answered);
  return {
    id: message.id,
    at: message.at,
    editedAt: message.editedAt,
    author: toAuthor(state, guild, message.authorId),
    content,
    embeds,
    components,
    attachments,
    isEphemeral: (message.flags & Ephemeral) !== 0,
    isThinking: (message.flags & Loading) !== 0,
    isForYou: mentions.everyone || mentions.users.includes(you.id) || hasOneOf(guild, you, mentions.roles),
    ...(interaction?.command !== undefined && {
      used: { by: nameOf(state.users.get(interaction.userId)), command: interaction.command },
    }),
    ...(before && before.id !== message.id && { answers: toAnswered(state, guild, before) }),
  };
}

const toAnswered = (state: CommunityState, guild: Guild, { authorId, content }: Message) => ({
  name: toAuthor(state, guild, authorId).name,
  excerpt: content.slice(0, EXCERPT),
});

function toAuthor(state: CommunityState, guild: Guild, userId: string) {
  const user = state.users.get(userId);
  const member = guild.members.get(userId);
  const shown = member ? toMember(state, guild, member) : { name: nameOf(user), color: null };
  return { id: userId, name: shown.name, color: shown.color, bot: user?.bot ?? false };
}

const hasOneOf = (guild: Guild, { id }: User, roles: readonly string[]): boolean =>
  roles.some((role) => guild.members.get(id)?.roles.includes(role));

const mentionedIn = (messages: readonly Message[]): string[] => [
  ...new Set(
    JSON.stringify(messages.map(({ content, embeds, components }) => [content, embeds, components]))
      .matchAll(/<@!?(\d{17,20})>/g)
      .map(([, id = '']) => id),
  ),
];
