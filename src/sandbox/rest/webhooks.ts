import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  MessageFlags,
  type RESTGetAPIWebhookWithTokenMessageResult,
  type RESTPatchAPIWebhookWithTokenMessageResult,
  type RESTPostAPIWebhookWithTokenWaitResult,
} from 'discord-api-types/v10';
import Type from 'typebox';
import { type Interaction, TOKEN_LIFE } from '../interactions/interaction.ts';
import { edit, messageOf, remove, say } from '../interactions/reply.ts';
import { MessageBody } from '../messages/body.ts';
import { toApiMessage } from '../messages/present.ts';
import { WEBHOOK } from '../rate-limits.ts';
import { idLike, Snowflake } from '../snowflake.ts';
import { refusals } from './api-error.ts';
import type { RestContext } from './context.ts';
import { limitEach } from './limits.ts';
import { uploadsOf } from './uploads.ts';

const Params = Type.Object({ application_id: Snowflake, token: Type.String() });
const MessageParams = Type.Object({
  ...Params.properties,
  message_id: idLike('^(@original|[1-9]\\d{16,})$'),
});

/**
 * Serves follow-ups to an interaction:
 * https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages
 */
export const webhookRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { community } = context;
    const { state } = community;
    const config = { bucket: WEBHOOK };
    app.addHook('onRequest', limitEach(context));

    app.post(
      '/webhooks/:application_id/:token',
      { schema: { params: Params, body: MessageBody }, config },
      async (request): Promise<RESTPostAPIWebhookWithTokenWaitResult> => {
        const interaction = answered(context, request.params.token);
        const sent = { body: request.body, uploads: uploadsOf(request) };
        const thinking = thought(context, interaction);
        const message = thinking
          ? edit(community, interaction, thinking, sent)
          : say(community, interaction, sent);
        return toApiMessage(state, message);
      },
    );

    const one = '/webhooks/:application_id/:token/messages/:message_id';
    app.get(
      one,
      { schema: { params: MessageParams }, config },
      async ({ params }): Promise<RESTGetAPIWebhookWithTokenMessageResult> => {
        const interaction = answered(context, params.token);
        return toApiMessage(state, messageOf(community, interaction, params.message_id));
      },
    );

    app.patch(
      one,
      { schema: { params: MessageParams, body: MessageBody }, config },
      async (request): Promise<RESTPatchAPIWebhookWithTokenMessageResult> => {
        const interaction = answered(context, request.params.token);
        const before = messageOf(community, interaction, request.params.message_id);
        const sent = { body: request.body, uploads: uploadsOf(request) };
        return toApiMessage(state, edit(community, interaction, before, sent));
      },
    );

    app.delete(one, { schema: { params: MessageParams }, config }, async ({ params }, reply) => {
      const interaction = answered(context, params.token);
      remove(community, messageOf(community, interaction, params.message_id));
      return reply.status(204).send();
    });
  };

/** Returns an answered interaction with a valid token. */
function answered({ interactions, clock }: RestContext, token: string): Interaction {
  const interaction = interactions.byToken(token);
  if (!interaction?.answer) throw refusals.unknownWebhook();
  if (clock.now().getTime() - interaction.startedAt > TOKEN_LIFE) throw refusals.invalidWebhookToken();
  return interaction;
}

/** Returns the "… is thinking" message, which the first follow-up fills in. */
function thought({ community }: RestContext, interaction: Interaction) {
  const message = community.state.messages.get(interaction.channelId)?.get(interaction.originalId ?? '');
  return message && message.flags & MessageFlags.Loading ? message : undefined;
}
