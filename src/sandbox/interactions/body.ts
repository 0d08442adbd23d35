import { InteractionResponseType as Response } from 'discord-api-types/v10';
import Type, { type Static } from 'typebox';
import { MessageBody } from '../messages/body.ts';
import { Modal } from './modal.ts';

const text = Type.String({ minLength: 1, maxLength: 100 });
const Choice = Type.Object({
  name: text,
  value: Type.Union([Type.String({ maxLength: 100 }), Type.Number()]),
});

/**
 * Body of an answer to an interaction:
 * https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object
 */
export const CallbackBody = Type.Union([
  Type.Object({ type: Type.Literal(Response.ChannelMessageWithSource), data: MessageBody }),
  Type.Object({
    type: Type.Literal(Response.DeferredChannelMessageWithSource),
    data: Type.Optional(Type.Object({ flags: Type.Optional(Type.Integer({ minimum: 0 })) })),
  }),
  Type.Object({ type: Type.Literal(Response.DeferredMessageUpdate) }),
  Type.Object({ type: Type.Literal(Response.UpdateMessage), data: Type.Optional(MessageBody) }),
  Type.Object({
    type: Type.Literal(Response.ApplicationCommandAutocompleteResult),
    data: Type.Object({ choices: Type.Optional(Type.Array(Choice, { maxItems: 25 })) }),
  }),
  Type.Object({ type: Type.Literal(Response.Modal), data: Modal }),
]);
export type CallbackBody = Static<typeof CallbackBody>;
