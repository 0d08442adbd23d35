import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  InteractionType,
  ApplicationCommandOptionType as Option,
  type RESTPostAPIInteractionCallbackWithResponseResult,
  InteractionResponseType as Response,
} from 'discord-api-types/v10';
import Type from 'typebox';
import type { Upload } from '../attachments/attach.ts';
import { CallbackBody } from '../interactions/body.ts';
import { type Answer, FIRST_ANSWER, type Interaction } from '../interactions/interaction.ts';
import { toModal } from '../interactions/modal.ts';
import { edit, say, think } from '../interactions/reply.ts';
import { toApiMessage } from '../messages/present.ts';
import type { Message } from '../records.ts';
import { Snowflake } from '../snowflake.ts';
import { type FormError, fieldError, refusals } from './api-error.ts';
import type { RestContext } from './context.ts';
import { mergeErrors } from './form-errors.ts';
import { wrongChoice } from './form-words.ts';
import { uploadsOf } from './uploads.ts';

const schema = {
  params: Type.Object({ id: Snowflake, token: Type.String() }),
  querystring: Type.Object({ with_response: Type.Optional(Type.Boolean()) }),
  body: CallbackBody,
};

/**
 * Serves the first answer to an interaction, which is due within three seconds:
 * https://discord.com/developers/docs/interactions/receiving-and-responding#create-interaction-response
 */
export const interactionCallbackRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post('/interactions/:id/:token/callback', { schema }, async (request, reply) => {
      const { params, query, body } = request;
      const interaction = unanswered(context, params);
      const answer = answerWith(context, interaction, body, uploadsOf(request));
      interaction.answer = answer;
      interaction.answered.resolve(answer);
      if (!query.with_response) return reply.status(204).send();
      return reply.send(toResult(context, interaction, answer, body.type));
    });
  };

function unanswered({ interactions, clock }: RestContext, ids: { id: string; token: string }): Interaction {
  const interaction = interactions.byToken(ids.token);
  if (!interaction || interaction.id !== ids.id) throw refusals.unknownInteraction();
  if (interaction.answer) throw refusals.alreadyAcknowledged();
  if (clock.now().getTime() - interaction.startedAt > FIRST_ANSWER) throw refusals.unknownInteraction();
  return interaction;
}

function answerWith(
  context: RestContext,
  interaction: Interaction,
  body: CallbackBody,
  uploads: readonly Upload[],
): Answer {
  const { community } = context;
  requireFitting(interaction, body.type);
  switch (body.type) {
    case Response.ChannelMessageWithSource:
      return original(interaction, say(community, interaction, { body: body.data, uploads }), false);
    case Response.DeferredChannelMessageWithSource:
      return original(interaction, think(community, interaction, body.data?.flags), true);
    case Response.DeferredMessageUpdate:
      return { kind: 'update', message: source(context, interaction) };
    case Response.UpdateMessage: {
      const before = source(context, interaction);
      const sent = { body: body.data ?? {}, uploads };
      return { kind: 'update', message: edit(community, interaction, before, sent) };
    }
    case Response.ApplicationCommandAutocompleteResult:
      checkChoices(interaction.completes, body.data.choices ?? []);
      return { kind: 'choices', choices: body.data.choices ?? [] };
    case Response.Modal:
      return { kind: 'modal', modal: toModal(body.data) };
  }
}

/**
 * Checks the types of completions. A number takes either numbers, or numbers as digits throughout; a text takes texts.
 * https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-autocomplete
 */
function checkChoices(
  completes: Interaction['completes'],
  choices: readonly { value: string | number }[],
): void {
  const isMixed = new Set(choices.map(({ value }) => typeof value)).size > 1;
  const errors = choices.flatMap(({ value }, index) => {
    const error = misfit(completes, value, isMixed);
    return error ? [fieldError(['data', 'choices', index, 'value'], error.code, error.message)] : [];
  });
  if (errors.length > 0) throw refusals.invalidForm(mergeErrors(errors));
}

function misfit(
  completes: Interaction['completes'],
  value: string | number,
  isMixed: boolean,
): FormError | undefined {
  if (completes === Option.Integer || completes === Option.Number) {
    const isFitting = completes === Option.Integer ? Number.isInteger : Number.isFinite;
    const kind = completes === Option.Integer ? 'int' : 'float';
    const isAlike = !isMixed || typeof value === 'number';
    if (isAlike && String(value).trim() !== '' && isFitting(Number(value))) return undefined;
    return { code: 'NUMBER_TYPE_COERCE', message: `Value "${value}" is not ${kind}.` };
  }
  if (typeof value === 'string') return undefined;
  return { code: 'STRING_TYPE_CONVERT', message: 'Could not interpret value as string.' };
}

function original(interaction: Interaction, message: Message, isLoading: boolean): Answer {
  interaction.originalId = message.id;
  return { kind: 'message', message, isLoading };
}

/** Returns the message with the used component, and makes it the interaction's `@original` message. */
function source({ community }: RestContext, interaction: Interaction): Message {
  const { channelId, messageId = '' } = interaction;
  const message = community.state.messages.get(channelId)?.get(messageId);
  if (!message) throw refusals.unknownMessage();
  interaction.originalId = message.id;
  return message;
}

const MESSAGE = [Response.ChannelMessageWithSource, Response.DeferredChannelMessageWithSource];
const UPDATE = [Response.DeferredMessageUpdate, Response.UpdateMessage];

/**
 * Requires a response type that suits the interaction: choices only for autocompletion, updates only for components and
 * the forms that they opened.
 */
function requireFitting(interaction: Interaction, response: Response): void {
  const choices = fitting(interaction);
  if (choices.includes(response)) return;
  throw refusals.invalidForm({ type: { _errors: [wrongChoice(choices)] } });
}

function fitting({ type, messageId }: Interaction): Response[] {
  const update = messageId === undefined ? [] : UPDATE;
  switch (type) {
    case InteractionType.ApplicationCommandAutocomplete:
      return [Response.ApplicationCommandAutocompleteResult];
    case InteractionType.ModalSubmit:
      return [...MESSAGE, ...update];
    default:
      return [...MESSAGE, ...update, Response.Modal];
  }
}

function toResult(
  { community }: RestContext,
  { id, type }: Interaction,
  answer: Answer,
  response: Response,
): RESTPostAPIInteractionCallbackWithResponseResult {
  const message = 'message' in answer ? toApiMessage(community.state, answer.message) : undefined;
  return {
    interaction: {
      id,
      type,
      ...(message && {
        response_message_id: message.id,
        response_message_loading: answer.kind === 'message' && answer.isLoading,
        response_message_ephemeral: ((message.flags ?? 0) & 64) !== 0,
      }),
    },
    ...(message && { resource: { type: response, message } }),
  };
}
