import { createHash } from 'node:crypto';
import { DiscordAPIError, RequestMethod } from '@discordjs/rest';
import {
  type APIContainerComponent,
  MessageFlags,
  RESTJSONErrorCodes,
  type RESTPostAPIChannelMessageJSONBody,
  type RESTPostAPICurrentUserCreateDMChannelJSONBody,
  Routes,
} from 'discord-api-types/v10';
import Type from 'typebox';
import { CommunityRefusal } from '../access/community.ts';
import { ChannelClosed, type Message, type Messenger, type Question } from '../notifications/messenger.ts';
import { type Caller, readAnswer } from './caller.ts';

const Channel = Type.Object({ id: Type.String() });

const COLOURS = { good: 0x2e_9e_5b, neutral: 0x7a_80_8c, warning: 0xd9_8e_04 } as const;

/** The platform's limit for an embed's description, in characters. */
const TEXT_LENGTH = 4096;

/** Errors of a user who is unknown or accepts no messages from the bot: from this server, from strangers, or at all. */
const CLOSED: ReadonlySet<unknown> = new Set([
  RESTJSONErrorCodes.CannotSendMessagesToThisUser,
  RESTJSONErrorCodes.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds,
  RESTJSONErrorCodes.UnknownUser,
]);

/** Errors of a channel that accepts no messages, whatever their content. */
const NO_CHANNEL: ReadonlySet<unknown> = new Set([
  RESTJSONErrorCodes.UnknownChannel,
  RESTJSONErrorCodes.UnknownGuild,
  RESTJSONErrorCodes.MissingAccess,
  RESTJSONErrorCodes.MissingPermissions,
  RESTJSONErrorCodes.CannotSendMessagesInNonTextChannel,
  RESTJSONErrorCodes.CannotExecuteActionOnThisChannelType,
]);

/** Renders the card of a message with a question, including its buttons. */
export type ToCard = (message: Message, question: Question) => Promise<APIContainerComponent>;

/** Implements the messenger with the platform's REST API. */
export function createMessenger(call: Caller, toCard: ToCard): Messenger {
  const send: Messenger['post'] = async (channelId, message, id, signal) => {
    const body = {
      ...(message.question ? withCard(await toCard(message, message.question)) : withEmbed(message)),
      allowed_mentions: { parse: [] },
      // The platform drops a message with the same nonce for some minutes.
      nonce: createHash('sha256').update(id).digest('base64url').slice(0, 25),
      enforce_nonce: true,
    };
    await call(RequestMethod.Post, Routes.channelMessages(channelId), { body, signal });
  };
  return {
    async post(...message) {
      try {
        await send(...message);
      } catch (error) {
        const isChannel = error instanceof CommunityRefusal && isAnswered(error, NO_CHANNEL);
        throw isChannel ? new ChannelClosed(error.code, { ...error.details, cause: error }) : error;
      }
    },
    async write(userId, message, id, signal) {
      try {
        const body: RESTPostAPICurrentUserCreateDMChannelJSONBody = { recipient_id: userId };
        const route = Routes.userChannels();
        const response = await call(RequestMethod.Post, route, { body, signal });
        const channel = await readAnswer(Channel, route, response);
        await send(channel.id, message, id, signal);
        return true;
      } catch (error) {
        if (isAnswered(error, CLOSED)) return false;
        throw error;
      }
    },
  };
}

function withEmbed({ tone, title, text }: Message): RESTPostAPIChannelMessageJSONBody {
  const description = text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH - 1)}…` : text;
  return { embeds: [{ color: COLOURS[tone], description, ...(title !== undefined && { title }) }] };
}

const withCard = (card: APIContainerComponent): RESTPostAPIChannelMessageJSONBody => ({
  components: [card],
  flags: MessageFlags.IsComponentsV2,
});

const isAnswered = (error: unknown, codes: ReadonlySet<unknown>): boolean =>
  error instanceof Error && error.cause instanceof DiscordAPIError && codes.has(error.cause.code);
