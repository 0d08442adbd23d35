import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  PermissionFlagsBits,
  type RESTGetAPIChannelMessageResult,
  type RESTGetAPIChannelMessagesResult,
  type RESTPatchAPIChannelMessageResult,
  type RESTPostAPIChannelMessageResult,
} from 'discord-api-types/v10';
import Type, { type Static } from 'typebox';
import { deleteMessage, editMessage, postMessage } from '../changes/messages.ts';
import { MessageBody } from '../messages/body.ts';
import { compose, type Submission } from '../messages/compose.ts';
import { mentionsOf } from '../messages/mentions.ts';
import { toApiMessage, toBotMessage } from '../messages/present.ts';
import { POST_MESSAGE } from '../rate-limits.ts';
import type { Message } from '../records.ts';
import { compareSnowflakes, IdOrNumber, Snowflake } from '../snowflake.ts';
import type { CommunityState } from '../state.ts';
import { fieldError, refusals } from './api-error.ts';
import {
  type ChannelAccess,
  channelForBot,
  messageForBot,
  requireInChannel,
  requireReachable,
} from './channel-access.ts';
import type { RestContext } from './context.ts';
import { uploadsOf } from './uploads.ts';

const ChannelParams = Type.Object({ channel_id: Snowflake });
const MessageParams = Type.Object({ channel_id: Snowflake, message_id: Snowflake });
const Page = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  before: Type.Optional(IdOrNumber),
  after: Type.Optional(IdOrNumber),
  around: Type.Optional(IdOrNumber),
});

/** Lifetime of a nonce, in milliseconds. The documentation says "the past few minutes". */
const NONCE_MEMORY = 180_000;

/** Serves messages: https://discord.com/developers/docs/resources/message */
export const messageRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { community } = context;
    const { state } = community;

    app.post(
      '/channels/:channel_id/messages',
      { schema: { params: ChannelParams, body: MessageBody }, config: { bucket: POST_MESSAGE } },
      async (request): Promise<RESTPostAPIChannelMessageResult> => {
        const { params, body } = request;
        const access = channelForBot(community, params.channel_id);
        requireInChannel(access, PermissionFlagsBits.SendMessages);
        requireReachable(community, access);
        const { message, files } = newMessage(context, access, { body, uploads: uploadsOf(request) });
        const same = body.enforce_nonce ? saidBefore(state, message) : undefined;
        if (!same) community.commit(postMessage(state, message, files));
        return toApiMessage(state, same ?? message);
      },
    );

    app.get(
      '/channels/:channel_id/messages',
      { schema: { params: ChannelParams, querystring: Page } },
      async ({ params, query }): Promise<RESTGetAPIChannelMessagesResult> => {
        const { channel, permissions } = channelForBot(community, params.channel_id);
        // Without the permission, the platform returns an empty list.
        if (!(permissions & PermissionFlagsBits.ReadMessageHistory)) return [];
        const known = [...(state.messages.get(channel.id)?.values() ?? [])];
        const page = pageOf(
          known.filter(({ visibleTo }) => visibleTo === undefined),
          query,
        );
        return page.reverse().map((message) => toBotMessage(state, message));
      },
    );

    const one = '/channels/:channel_id/messages/:message_id';
    app.get(
      one,
      { schema: { params: MessageParams } },
      async ({ params }): Promise<RESTGetAPIChannelMessageResult> => {
        requireInChannel(channelForBot(community, params.channel_id), PermissionFlagsBits.ReadMessageHistory);
        return toBotMessage(state, messageForBot(community, params.channel_id, params.message_id));
      },
    );

    app.patch(
      one,
      { schema: { params: MessageParams, body: MessageBody } },
      async (request): Promise<RESTPatchAPIChannelMessageResult> => {
        const { params, body } = request;
        const access = channelForBot(community, params.channel_id);
        const before = messageForBot(community, params.channel_id, params.message_id);
        if (before.authorId !== state.application.botId) throw refusals.notOwnMessage();
        const { draft, files } = compose(community.nextId, { body, uploads: uploadsOf(request) }, before);
        if (files.length > 0) requireInChannel(access, PermissionFlagsBits.AttachFiles);
        const mentions = mentionsOf(draft, body.allowed_mentions, access);
        const after = { ...before, ...draft, mentions, editedAt: community.now().toISOString() };
        community.commit(editMessage(before, after, files));
        return toApiMessage(state, after);
      },
    );

    app.delete(one, { schema: { params: MessageParams } }, async ({ params }, reply) => {
      const access = channelForBot(community, params.channel_id);
      const message = messageForBot(community, params.channel_id, params.message_id);
      if (message.authorId !== state.application.botId)
        requireInChannel(access, PermissionFlagsBits.ManageMessages);
      community.commit(deleteMessage(message));
      return reply.status(204).send();
    });
  };

/**
 * Returns a page of messages, oldest first:
 * https://discord.com/developers/docs/resources/message#get-channel-messages
 */
function pageOf(
  messages: readonly Message[],
  { before, after, around, limit = 50 }: Static<typeof Page>,
): Message[] {
  if (around) {
    const half = Math.floor(limit / 2);
    const isOlder = ({ id }: Message) => compareSnowflakes(id, around) < 0;
    const older = messages.filter(isOlder);
    return [
      ...older.slice(Math.max(0, older.length - half)),
      ...messages.filter((each) => !isOlder(each)).slice(0, limit - half),
    ];
  }
  const found = messages
    .filter(({ id }) => !before || compareSnowflakes(id, before) < 0)
    .filter(({ id }) => !after || compareSnowflakes(id, after) > 0);
  return after ? found.slice(0, limit) : found.slice(-limit);
}

function newMessage({ community }: RestContext, access: ChannelAccess, submission: Submission) {
  const { body } = submission;
  const { draft, files } = compose(community.nextId, submission);
  if (files.length > 0) requireInChannel(access, PermissionFlagsBits.AttachFiles);
  if (draft.embeds.length > 0) requireInChannel(access, PermissionFlagsBits.EmbedLinks);
  const repliesTo = replyOf(community, access, body);
  const message: Message = {
    ...draft,
    id: community.nextId(),
    channelId: access.channel.id,
    authorId: community.state.application.botId,
    at: community.now().toISOString(),
    editedAt: null,
    mentions: mentionsOf(draft, body.allowed_mentions, access),
    ...(repliesTo !== undefined && { repliesTo }),
    ...(body.nonce != null && { nonce: String(body.nonce) }),
  };
  return { message, files };
}

/** Returns the bot's recent message with the same nonce. */
function saidBefore({ messages }: CommunityState, { channelId, authorId, nonce, at }: Message) {
  const earliest = Date.parse(at) - NONCE_MEMORY;
  return messages
    .get(channelId)
    ?.values()
    .find(
      (known) =>
        nonce !== undefined &&
        known.nonce === nonce &&
        known.authorId === authorId &&
        Date.parse(known.at) >= earliest,
    );
}

function replyOf({ state }: RestContext['community'], { channel }: ChannelAccess, body: MessageBody) {
  const reference = body.message_reference;
  if (!reference) return undefined;
  if (state.messages.get(channel.id)?.has(reference.message_id)) return reference.message_id;
  if (reference.fail_if_not_exists === false) return undefined;
  throw refusals.invalidForm(
    fieldError(['message_reference'], 'MESSAGE_REFERENCE_UNKNOWN_MESSAGE', 'Unknown message'),
  );
}
