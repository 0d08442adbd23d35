import { ButtonStyle, ComponentType, SelectMenuDefaultValueType } from 'discord-api-types/v10';
import Type from 'typebox';
import { Snowflake } from '../snowflake.ts';
import { ChannelTypes } from './channel-types.ts';

// Schemas of message components: https://discord.com/developers/docs/components/reference

const id = Type.Optional(Type.Integer({ minimum: 0 }));
const custom_id = Type.String({ minLength: 1, maxLength: 100 });
const disabled = Type.Optional(Type.Boolean());
const spoiler = Type.Optional(Type.Boolean());

const Emoji = Type.Object({
  id: Type.Optional(Snowflake),
  name: Type.Optional(Type.String()),
  animated: Type.Optional(Type.Boolean()),
});

const face = {
  label: Type.Optional(Type.String({ maxLength: 80 })),
  emoji: Type.Optional(Emoji),
};

const Button = Type.Union([
  Type.Object({
    type: Type.Literal(ComponentType.Button),
    id,
    style: Type.Union([
      Type.Literal(ButtonStyle.Primary),
      Type.Literal(ButtonStyle.Secondary),
      Type.Literal(ButtonStyle.Success),
      Type.Literal(ButtonStyle.Danger),
    ]),
    custom_id,
    disabled,
    ...face,
  }),
  Type.Object({
    type: Type.Literal(ComponentType.Button),
    id,
    style: Type.Literal(ButtonStyle.Link),
    url: Type.String({ minLength: 1, maxLength: 512, pattern: '^(https?|discord)://' }),
    disabled,
    ...face,
  }),
]);

const choice = {
  id,
  custom_id,
  placeholder: Type.Optional(Type.String({ maxLength: 150 })),
  min_values: Type.Optional(Type.Integer({ minimum: 0, maximum: 25 })),
  max_values: Type.Optional(Type.Integer({ minimum: 1, maximum: 25 })),
  required: Type.Optional(Type.Boolean()),
  disabled,
};

const preset = <Of extends SelectMenuDefaultValueType>(of: Of) =>
  Type.Optional(Type.Array(Type.Object({ id: Snowflake, type: Type.Literal(of) }), { maxItems: 25 }));

export const StringSelect = Type.Object({
  type: Type.Literal(ComponentType.StringSelect),
  ...choice,
  options: Type.Array(
    Type.Object({
      label: Type.String({ minLength: 1, maxLength: 100 }),
      value: Type.String({ minLength: 1, maxLength: 100 }),
      description: Type.Optional(Type.String({ maxLength: 100 })),
      emoji: Type.Optional(Emoji),
      default: Type.Optional(Type.Boolean()),
    }),
    { minItems: 1, maxItems: 25 },
  ),
});

export const UserSelect = Type.Object({
  type: Type.Literal(ComponentType.UserSelect),
  ...choice,
  default_values: preset(SelectMenuDefaultValueType.User),
});

export const RoleSelect = Type.Object({
  type: Type.Literal(ComponentType.RoleSelect),
  ...choice,
  default_values: preset(SelectMenuDefaultValueType.Role),
});

export const ChannelSelect = Type.Object({
  type: Type.Literal(ComponentType.ChannelSelect),
  ...choice,
  channel_types: ChannelTypes,
  default_values: preset(SelectMenuDefaultValueType.Channel),
});

export const MentionableSelect = Type.Object({
  type: Type.Literal(ComponentType.MentionableSelect),
  ...choice,
  default_values: Type.Optional(
    Type.Array(
      Type.Object({
        id: Snowflake,
        type: Type.Enum([SelectMenuDefaultValueType.User, SelectMenuDefaultValueType.Role]),
      }),
      { maxItems: 25 },
    ),
  ),
});

const ActionRow = Type.Object({
  type: Type.Literal(ComponentType.ActionRow),
  id,
  components: Type.Union([
    Type.Array(Button, { minItems: 1, maxItems: 5 }),
    Type.Array(Type.Union([StringSelect, UserSelect, RoleSelect, MentionableSelect, ChannelSelect]), {
      minItems: 1,
      maxItems: 1,
    }),
  ]),
});

export const TextDisplay = Type.Object({
  type: Type.Literal(ComponentType.TextDisplay),
  id,
  content: Type.String({ minLength: 1, maxLength: 4000 }),
});

const Media = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2048, pattern: '^(https?|attachment)://' }),
});
const description = Type.Optional(Type.String({ maxLength: 1024 }));
const Thumbnail = Type.Object({
  type: Type.Literal(ComponentType.Thumbnail),
  id,
  media: Media,
  description,
  spoiler,
});

const Section = Type.Object({
  type: Type.Literal(ComponentType.Section),
  id,
  components: Type.Array(TextDisplay, { minItems: 1, maxItems: 3 }),
  accessory: Type.Union([...Button.anyOf, Thumbnail]),
});

const MediaGallery = Type.Object({
  type: Type.Literal(ComponentType.MediaGallery),
  id,
  items: Type.Array(Type.Object({ media: Media, description, spoiler }), { minItems: 1, maxItems: 10 }),
});

/** Shows a file attached to the message; other URLs are refused. */
const FileComponent = Type.Object({
  type: Type.Literal(ComponentType.File),
  id,
  file: Type.Object({ url: Type.String({ maxLength: 2048, pattern: '^attachment://' }) }),
  spoiler,
});

const Separator = Type.Object({
  type: Type.Literal(ComponentType.Separator),
  id,
  divider: Type.Optional(Type.Boolean()),
  spacing: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2)])),
});

const Container = Type.Object({
  type: Type.Literal(ComponentType.Container),
  id,
  accent_color: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 0xffffff }), Type.Null()])),
  spoiler,
  components: Type.Array(
    Type.Union([ActionRow, TextDisplay, Section, MediaGallery, FileComponent, Separator]),
    {
      minItems: 1,
    },
  ),
});

/** A top-level component. All but action rows need the Components V2 flag. */
export const MessageComponent = Type.Union([
  ActionRow,
  TextDisplay,
  Section,
  MediaGallery,
  FileComponent,
  Separator,
  Container,
]);
export type MessageComponent = Type.Static<typeof MessageComponent>;
