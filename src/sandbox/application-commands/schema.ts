import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  Locale,
  ApplicationCommandOptionType as Option,
} from 'discord-api-types/v10';
import Type, { type Static, type TSchema } from 'typebox';
import { ChannelTypes } from '../messages/channel-types.ts';

// Schema of a registered command:
// https://discord.com/developers/docs/interactions/application-commands#application-command-object

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));
const LOCALES = `^(${Object.values(Locale).join('|')})$`;
const localized = <Schema extends TSchema>(schema: Schema) =>
  orNull(
    Type.Record(Type.String({ pattern: LOCALES }), Type.Union([schema, Type.Null()]), {
      additionalProperties: false,
    }),
  );

const Name = Type.String({ minLength: 1, maxLength: 32 });
const Description = Type.String({ minLength: 1, maxLength: 100 });

const texts = {
  name: Name,
  name_localizations: localized(Name),
  description: Description,
  description_localizations: localized(Description),
  required: Type.Optional(Type.Boolean()),
};

const choices = <Schema extends TSchema>(value: Schema) =>
  Type.Array(
    Type.Object({
      name: Type.String({ minLength: 1, maxLength: 100 }),
      name_localizations: localized(Type.String({ minLength: 1, maxLength: 100 })),
      value,
    }),
    { maxItems: 25 },
  );

/** An option may have autocompletion or choices, not both. */
const typed = <Kind extends Option, Schema extends TSchema, Rest extends Record<string, TSchema>>(
  kind: Kind,
  value: Schema,
  rest: Rest,
) =>
  [
    Type.Object({
      type: Type.Literal(kind),
      ...texts,
      ...rest,
      autocomplete: Type.Literal(true),
      choices: Type.Optional(Type.Tuple([])),
    }),
    Type.Object({
      type: Type.Literal(kind),
      ...texts,
      ...rest,
      autocomplete: Type.Optional(Type.Literal(false)),
      choices: Type.Optional(choices(value)),
    }),
  ] as const;

/** https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-option-type */
const SAFE = { minimum: -(2 ** 53), maximum: 2 ** 53 };
const range = <Schema extends TSchema>(value: Schema) => ({
  min_value: Type.Optional(value),
  max_value: Type.Optional(value),
});
const length = (least: number) => Type.Optional(Type.Integer({ minimum: least, maximum: 6000 }));
const plain = <Kind extends Option>(kind: Kind) => Type.Object({ type: Type.Literal(kind), ...texts });

const BasicOption = Type.Union([
  ...typed(Option.String, Type.String({ maxLength: 100 }), { min_length: length(0), max_length: length(1) }),
  ...typed(Option.Integer, Type.Integer(SAFE), range(Type.Integer(SAFE))),
  ...typed(Option.Number, Type.Number(SAFE), range(Type.Number(SAFE))),
  plain(Option.Boolean),
  plain(Option.User),
  plain(Option.Role),
  plain(Option.Mentionable),
  plain(Option.Attachment),
  Type.Object({
    type: Type.Literal(Option.Channel),
    ...texts,
    channel_types: ChannelTypes,
  }),
]);
export type BasicOption = Static<typeof BasicOption>;

const Subcommand = Type.Object({
  type: Type.Literal(Option.Subcommand),
  ...texts,
  options: Type.Optional(Type.Array(BasicOption, { maxItems: 25 })),
});

const SubcommandGroup = Type.Object({
  type: Type.Literal(Option.SubcommandGroup),
  ...texts,
  options: Type.Array(Subcommand, { maxItems: 25 }),
});

const CommandOption = Type.Union([...BasicOption.anyOf, Subcommand, SubcommandGroup]);
export type CommandOption = Static<typeof CommandOption>;

export const CommandBody = Type.Object({
  type: Type.Optional(
    Type.Enum([
      ApplicationCommandType.ChatInput,
      ApplicationCommandType.User,
      ApplicationCommandType.Message,
    ]),
  ),
  name: Name,
  name_localizations: localized(Name),
  // Only slash commands have a description.
  description: Type.Optional(Type.String({ maxLength: 100, least: 1 })),
  description_localizations: localized(Description),
  options: Type.Optional(Type.Array(CommandOption, { maxItems: 25 })),
  default_member_permissions: orNull(Type.String({ pattern: '^\\d+$' })),
  nsfw: Type.Optional(Type.Boolean()),
  contexts: orNull(
    Type.Array(
      Type.Enum([
        InteractionContextType.Guild,
        InteractionContextType.BotDM,
        InteractionContextType.PrivateChannel,
      ]),
    ),
  ),
  integration_types: orNull(
    Type.Array(Type.Enum([ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall])),
  ),
});
export type CommandBody = Static<typeof CommandBody>;

export const Command = Type.Object({
  id: Type.String(),
  /** A new id with each change of the command. */
  version: Type.String(),
  /** The guild that has the command; undefined for a global command. */
  guildId: Type.Optional(Type.String()),
  body: CommandBody,
});
export type Command = Static<typeof Command>;
