import { AllowedMentionsTypes } from 'discord-api-types/v10';
import Type, { type Static } from 'typebox';
import { IdOrNumber, Snowflake } from '../snowflake.ts';
import { MessageComponent } from './components.ts';
import { Embed } from './embeds.ts';

const orNull = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const ids = Type.Optional(Type.Array(Snowflake, { maxItems: 100 }));

export const AllowedMentions = Type.Object({
  parse: Type.Optional(
    Type.Array(
      Type.Union([
        Type.Literal(AllowedMentionsTypes.Everyone),
        Type.Literal(AllowedMentionsTypes.Role),
        Type.Literal(AllowedMentionsTypes.User),
      ]),
    ),
  ),
  users: ids,
  roles: ids,
  replied_user: Type.Optional(Type.Boolean()),
});
export type AllowedMentions = Static<typeof AllowedMentions>;

/**
 * Body of a request that creates or edits a message:
 * https://discord.com/developers/docs/resources/message#create-message
 */
export const MessageBody = Type.Object({
  content: orNull(Type.String({ maxLength: 2000 })),
  embeds: orNull(Type.Array(Embed, { maxItems: 10 })),
  components: orNull(Type.Array(MessageComponent, { maxItems: 40 })),
  flags: orNull(Type.Integer({ minimum: 0 })),
  attachments: orNull(
    Type.Array(
      Type.Object({
        id: Type.Union([Type.Integer({ minimum: 0 }), IdOrNumber]),
        filename: Type.Optional(Type.String({ minLength: 1, maxLength: 260 })),
        description: orNull(Type.String({ maxLength: 1024 })),
      }),
    ),
  ),
  nonce: orNull(Type.Union([Type.Integer(), Type.String({ maxLength: 25 })])),
  enforce_nonce: orNull(Type.Boolean()),
  allowed_mentions: orNull(AllowedMentions),
  message_reference: orNull(
    Type.Object({
      message_id: Snowflake,
      fail_if_not_exists: Type.Optional(Type.Boolean()),
    }),
  ),
});
export type MessageBody = Static<typeof MessageBody>;
