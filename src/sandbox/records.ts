import { InteractionType } from 'discord-api-types/v10';
import Type, { type Static, type TSchema } from 'typebox';
import { Command } from './application-commands/schema.ts';
import { Attachment, File } from './attachments/records.ts';
import { MessageComponent } from './messages/components.ts';
import { Embed } from './messages/embeds.ts';
import { ConnectionMetadata, Grant, Requirement, RoleConnection } from './oauth/records.ts';
import { Snowflake } from './snowflake.ts';

/** A permission bit set, as decimal digits. */
const Permissions = Type.String({ pattern: '^\\d+$' });

const Application = Type.Object({
  id: Snowflake,
  name: Type.String(),
  botId: Snowflake,
  membersIntent: Type.Boolean(),
});
export type Application = Static<typeof Application>;

const User = Type.Object({
  id: Snowflake,
  username: Type.String(),
  displayName: Type.Union([Type.String(), Type.Null()]),
  bot: Type.Boolean(),
  /** Whether the user refuses direct messages from members of shared servers. */
  closedDms: Type.Optional(Type.Boolean()),
});
export type User = Static<typeof User>;

const GuildRecord = Type.Object({
  id: Snowflake,
  name: Type.String(),
  ownerId: Snowflake,
  /** Whether new members are pending until they accept the rules. */
  screening: Type.Optional(Type.Boolean()),
});
export type GuildRecord = Static<typeof GuildRecord>;

const Role = Type.Object({
  id: Snowflake,
  name: Type.String(),
  color: Type.Integer({ minimum: 0, maximum: 0xffffff }),
  hoist: Type.Boolean(),
  position: Type.Integer({ minimum: 0 }),
  permissions: Permissions,
  managed: Type.Boolean(),
  mentionable: Type.Optional(Type.Boolean()),
  /** The owner of a managed role: a bot, or the server boosters. */
  managedFor: Type.Optional(
    Type.Union([Type.Object({ botId: Snowflake }), Type.Object({ boosters: Type.Literal(true) })]),
  ),
  /** Requirements of a linked role; a member's connection must meet all of them. */
  requires: Type.Optional(Type.Array(Requirement)),
});
export type Role = Static<typeof Role>;

const Member = Type.Object({
  userId: Snowflake,
  roles: Type.Array(Snowflake),
  joinedAt: Type.String(),
  /** Whether the member has yet to pass membership screening. */
  pending: Type.Boolean(),
  nick: Type.Optional(Type.String()),
  /** End of the member's timeout (ISO 8601). */
  timeoutUntil: Type.Optional(Type.String()),
});
export type Member = Static<typeof Member>;

const Overwrite = Type.Object({
  id: Snowflake,
  /** The kind of entity that `id` refers to. */
  of: Type.Enum(['role', 'member']),
  allow: Permissions,
  deny: Permissions,
});

const Channel = Type.Object({
  id: Snowflake,
  /** The guild of a text channel, or the bot's partner in a direct one. */
  in: Type.Union([Type.Object({ guildId: Snowflake }), Type.Object({ userId: Snowflake })]),
  name: Type.String(),
  position: Type.Integer(),
  overwrites: Type.Array(Overwrite),
});
export type Channel = Static<typeof Channel>;

const Message = Type.Object({
  id: Snowflake,
  channelId: Snowflake,
  authorId: Snowflake,
  at: Type.String(),
  editedAt: Type.Union([Type.String(), Type.Null()]),
  content: Type.String(),
  embeds: Type.Array(Embed),
  components: Type.Array(MessageComponent),
  attachments: Type.Optional(Type.Array(Attachment)),
  flags: Type.Integer(),
  mentions: Type.Object({
    everyone: Type.Boolean(),
    users: Type.Array(Snowflake),
    roles: Type.Array(Snowflake),
  }),
  repliesTo: Type.Optional(Snowflake),
  /** Set by the bot, so that sending the same message again doesn't post it twice. */
  nonce: Type.Optional(Type.String()),
  interaction: Type.Optional(
    Type.Object({
      id: Snowflake,
      type: Type.Union([
        Type.Literal(InteractionType.ApplicationCommand),
        Type.Literal(InteractionType.MessageComponent),
        Type.Literal(InteractionType.ModalSubmit),
      ]),
      command: Type.Optional(Type.String()),
      userId: Snowflake,
      /** The message with the component that was used. */
      messageId: Type.Optional(Snowflake),
      /** The target of a context menu command. */
      menuOf: Type.Optional(
        Type.Union([Type.Object({ userId: Snowflake }), Type.Object({ messageId: Snowflake })]),
      ),
    }),
  ),
  /** The only user who can see an ephemeral message. */
  visibleTo: Type.Optional(Snowflake),
});
export type Message = Static<typeof Message>;

const changed = <Key extends string, Schema extends TSchema>(key: Key, value: Schema) =>
  Type.Object({
    key: Type.Literal(key),
    old_value: Type.Optional(value),
    new_value: Type.Optional(value),
  });

/** A changed field, by the platform's name. */
const FieldChange = Type.Union([
  changed('name', Type.String()),
  changed('color', Type.Integer()),
  changed('hoist', Type.Boolean()),
  changed('mentionable', Type.Boolean()),
  changed('permissions', Permissions),
  changed('position', Type.Integer()),
  changed('nick', Type.String()),
  changed('communication_disabled_until', Type.String()),
]);

/** A log entry. Both the platform's audit log and the page's activity list are made from these. */
const Entry = Type.Object({
  id: Snowflake,
  guildId: Snowflake,
  at: Type.String(),
  kind: Type.Enum([
    'joined',
    'left',
    'kicked',
    'member_changed',
    'role_given',
    'role_taken',
    'role_created',
    'role_changed',
    'role_deleted',
  ]),
  by: Snowflake,
  userId: Type.Optional(Snowflake),
  role: Type.Optional(Type.Object({ id: Snowflake, name: Type.String() })),
  changes: Type.Optional(Type.Array(FieldChange)),
  reason: Type.Optional(Type.String()),
});
export type Entry = Static<typeof Entry>;

export const RECORDS = {
  application: Application,
  user: User,
  guild: GuildRecord,
  role: Role,
  member: Member,
  channel: Channel,
  message: Message,
  file: File,
  entry: Entry,
  command: Command,
  grant: Grant,
  connectionMetadata: ConnectionMetadata,
  connection: RoleConnection,
};

export type Kind = keyof typeof RECORDS;
type Values = { [K in Kind]: Static<(typeof RECORDS)[K]> };

/** Kinds with ids that are unique only within a guild. */
type Scoped = 'role' | 'member';

/** A record to store or, without a value, to delete. `within` is the guild of a role or member. */
export type Write = {
  [K in Kind]: {
    readonly kind: K;
    readonly id: string;
    readonly within: K extends Scoped ? string : '';
    readonly value: Values[K] | undefined;
  };
}[Kind];
